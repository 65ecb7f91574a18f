package io.sallyport.proxy.listener;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A body of a known length. */
final class FixedBody extends BodyReader {
    private long remaining;

    FixedBody(long length) {
        remaining = length;
    }

    @Override
    public @Nullable ByteBuf read(ByteBuf in) {
        int taken = (int) Math.min(remaining, in.readableBytes());
        remaining -= taken;
        return taken == 0 ? null : in.readRetainedSlice(taken);
    }

    @Override
    public boolean isEnded() {
        return remaining == 0;
    }
}
