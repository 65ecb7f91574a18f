package io.sallyport.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Sizes the reads of one channel: Netty's own estimate, capped by a limit that may change while the channel is open.
 * One per channel; confined to its event loop.
 */
public final class ReceiveBuffers extends AdaptiveRecvByteBufAllocator {
    private IntSupplier most = () -> Integer.MAX_VALUE;

    /**
     * Caps each further read of {@code channel} at what {@code most} returns, if the channel was created with this
     * allocator.
     */
    public static void bound(Channel channel, IntSupplier most) {
        RecvByteBufAllocator sizes = channel.config().getRecvByteBufAllocator();
        if (sizes instanceof ReceiveBuffers own) {
            own.most = most;
        }
    }

    @Override
    @SuppressWarnings("deprecation") // Netty's own way to return a handle
    public Handle newHandle() {
        return new Bounded((ExtendedHandle) super.newHandle());
    }

    private final class Bounded implements ExtendedHandle {
        private final ExtendedHandle handle;

        Bounded(ExtendedHandle handle) {
            this.handle = handle;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator alloc) {
            return alloc.ioBuffer(guess());
        }

        @Override
        public int guess() {
            return Math.min(handle.guess(), most.getAsInt());
        }

        @Override
        public void reset(ChannelConfig config) {
            handle.reset(config);
        }

        @Override
        public void incMessagesRead(int messages) {
            handle.incMessagesRead(messages);
        }

        @Override
        public void lastBytesRead(int bytes) {
            handle.lastBytesRead(bytes);
        }

        @Override
        public int lastBytesRead() {
            return handle.lastBytesRead();
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            handle.attemptedBytesRead(bytes);
        }

        @Override
        public int attemptedBytesRead() {
            return handle.attemptedBytesRead();
        }

        @Override
        public boolean continueReading() {
            return handle.continueReading();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return handle.continueReading(maybeMore);
        }

        @Override
        public void readComplete() {
            handle.readComplete();
        }
    }
}
