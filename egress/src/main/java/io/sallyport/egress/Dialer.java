package io.sallyport.egress;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;

/**
 * Opens connections to targets that policy has allowed. Safe for concurrent use.
 */
public interface Dialer {
    /**
     * Waits for its turn where too many are under way, then resolves, classifies, connects and, where the target's wire is
     * {@link TargetProtocol#TLS}, shakes hands and verifies; never blocks. {@code listener} is called exactly once, on {@code loop},
     * and the new channel lives on {@code loop} too, with {@code AUTO_READ} off.
     *
     * <p>With TLS the handler of TLS stands first in the pipeline, {@code initial} behind it, and {@code initial} sees nothing
     * of a target that was not verified. What the target sends together with the end of its handshake comes to
     * {@code initial} right after the listener returned, asked for or not.
     *
     * @param initial put into the new channel's pipeline once it is connected (and verified), before it hears
     *     {@code channelActive}
     */
    Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener);

    /** A dial under way; confined to its loop. */
    interface Dial {
        /** Gives it up: the listener hears nothing any more, and a channel that opens later is closed. */
        void cancel();

        /** Whether it still waits for its turn: nothing was asked of anybody for it. */
        default boolean isWaiting() {
            return false;
        }
    }
}
