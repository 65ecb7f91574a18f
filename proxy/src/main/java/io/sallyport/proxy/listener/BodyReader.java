package io.sallyport.proxy.listener;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Takes the body of one message out of the bytes that come, and none that follow it. Confined to its event loop. */
public abstract sealed class BodyReader permits FixedBody, ChunkedBody, OpenBody {
    /** The reader for {@code framing}, which is not {@link Framing.Unclear}. */
    public static BodyReader of(Framing framing) {
        return switch (framing) {
            case Framing.None _ -> new FixedBody(0);
            case Framing.Length(long bytes) -> new FixedBody(bytes);
            case Framing.Chunked _ -> new ChunkedBody();
            case Framing.UntilClose _ -> new OpenBody();
            case Framing.Unclear(String why) -> throw new IllegalArgumentException("framing: " + why);
        };
    }

    /**
     * Takes bytes of {@code in}: all of them, or those up to the end of a piece of content.
     *
     * @return a piece of content that the caller releases, or null where there is none before more bytes come
     */
    public abstract @Nullable ByteBuf read(ByteBuf in);

    /** Whether the whole body was taken. */
    public abstract boolean isEnded();

    /** Whether the body ends with the connection. */
    public boolean endsWithConnection() {
        return false;
    }

    /** Why the body cannot be read any further, or null. */
    public @Nullable String fault() {
        return null;
    }

    /** What followed the content, once the body has ended. */
    public HeaderFields trailers() {
        return HeaderFields.NONE;
    }
}
