package io.sallyport.egress;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.SandboxId;

/**
 * Opens connections to targets that policy has allowed. Safe for concurrent use.
 */
public interface Dialer {
    /**
     * Resolves, classifies and connects; never blocks. {@code listener} is called exactly once, on {@code loop}, and
     * the new channel lives on {@code loop} too, with {@code AUTO_READ} off.
     *
     * @param sandbox whose share of resolver and dial slots is used
     * @param port 1..65535
     * @param initial put into the new channel's pipeline once it is connected, before it hears {@code channelActive}
     */
    Dial dial(
            SandboxId sandbox,
            CanonicalHost host,
            int port,
            EventLoop loop,
            ChannelHandler initial,
            DialListener listener);

    /** A dial under way; confined to its loop. */
    interface Dial {
        /** Gives it up: the listener hears nothing any more, and a channel that opens later is closed. */
        void cancel();
    }
}
