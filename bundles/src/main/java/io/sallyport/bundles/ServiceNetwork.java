package io.sallyport.bundles;

import io.sallyport.credentials.SourceContext;
import io.sallyport.egress.NettyDialer;

/**
 * What services are reached by. Safe for concurrent use.
 *
 * @param dialer the same that {@code sources} dial with
 * @param sources what credentials are read by; its loops and clocks are those of all requests
 */
public record ServiceNetwork(NettyDialer dialer, SourceContext sources) {}
