package io.sallyport.proxy.listener;

import java.time.Duration;

/**
 * Every bound of the proxy. Bounds of a sandbox's own connections and of new names are {@code Admission}'s.
 *
 * @param request heads that sandboxes send
 * @param response heads that targets answer
 */
public record ProxyLimits(
        HeadLimits request, HeadLimits response, ConnectionLimits connections, UpstreamLimits upstream) {
    public static final ProxyLimits DEFAULT =
            new ProxyLimits(HeadLimits.REQUEST, HeadLimits.RESPONSE, ConnectionLimits.DEFAULT, UpstreamLimits.DEFAULT);

    /** The same, with the bounds that the configuration names ({@code limits}, design section 4). */
    public ProxyLimits with(int maxHeadBytes, int maxHeaders, Duration headTimeout, Duration idleTimeout) {
        int maxLineBytes = Math.min(request.maxLineBytes(), maxHeadBytes);
        ConnectionLimits old = connections;
        return new ProxyLimits(
                new HeadLimits(maxHeadBytes, maxLineBytes, maxHeaders, headTimeout),
                response,
                new ConnectionLimits(
                        old.maxOpen(),
                        old.maxUnidentified(),
                        old.maxIdentityFailures(),
                        idleTimeout,
                        old.drainBytes(),
                        old.lingerTimeout()),
                upstream);
    }
}
