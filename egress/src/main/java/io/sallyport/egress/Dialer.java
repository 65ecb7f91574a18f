package io.sallyport.egress;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;

/**
 * Opens connections to targets that policy has allowed. Safe for concurrent use.
 */
public interface Dialer {
    /**
     * Dials {@code target}. Waits for a free slot if too many dials are in flight, then resolves the name, classifies
     * the addresses, connects and, with {@link TargetProtocol#TLS}, performs the handshake and verifies the
     * certificate. Never blocks. {@code listener} is called exactly once, on {@code loop}; the new channel is
     * registered with {@code loop} too, and has {@code AUTO_READ} off.
     *
     * <p>With TLS, the TLS handler comes first in the pipeline and {@code initial} behind it; {@code initial} sees
     * nothing of a target that was not verified. Bytes that the target sends together with the end of its handshake
     * reach {@code initial} right after the listener has returned, whether or not a read was requested.
     *
     * @param initial added to the new channel's pipeline once it is connected (and verified), before it receives {@code
     *     channelActive}
     */
    Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener);

    /** A dial in flight; confined to its event loop. */
    interface Dial {
        /** Cancels the dial: the listener is not called any more, and a channel that opens later is closed. */
        void cancel();

        /** Returns whether the dial still waits for a slot, so that nothing has been sent for it yet. */
        default boolean isWaiting() {
            return false;
        }
    }
}
