package io.sallyport.proxy.listener;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A body that ends with the connection. */
final class OpenBody extends BodyReader {
    @Override
    public @Nullable ByteBuf read(ByteBuf in) {
        return in.isReadable() ? in.readRetainedSlice(in.readableBytes()) : null;
    }

    @Override
    public boolean isEnded() {
        return false;
    }

    @Override
    public boolean endsWithConnection() {
        return true;
    }
}
