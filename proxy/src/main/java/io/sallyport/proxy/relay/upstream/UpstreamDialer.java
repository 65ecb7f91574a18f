package io.sallyport.proxy.relay.upstream;

import io.netty.channel.ChannelHandler;
import io.sallyport.egress.DialListener;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.proxy.enforce.AllowedRequest;
import org.jspecify.annotations.Nullable;

/** Dials targets on one event loop. Confined to it. */
public interface UpstreamDialer {
    /**
     * Dials the target of {@code passage}.
     *
     * @param identity what it is shown if it asks for a certificate, or null
     * @param initial the first of the handlers of what is opened
     */
    Dialer.Dial dial(
            AllowedRequest passage, @Nullable ClientIdentity identity, ChannelHandler initial, DialListener listener);

    /** Whether this loop comes to its end: nothing is kept for later. */
    boolean isDraining();
}
