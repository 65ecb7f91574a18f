package io.sallyport.proxy.relay.upstream;

import io.netty.channel.ChannelHandler;
import io.sallyport.egress.DialListener;
import io.sallyport.egress.Dialer;
import io.sallyport.proxy.enforce.AllowedRequest;

/** Dials targets on one event loop. Confined to it. */
public interface UpstreamDialer {
    /** Dials the target of {@code passage}; {@code initial} is the first of the handlers of what is opened. */
    Dialer.Dial dial(AllowedRequest passage, ChannelHandler initial, DialListener listener);

    /** Whether this loop comes to its end: nothing is kept for later. */
    boolean isDraining();
}
