package io.sallyport.proxy.listener;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A chunked body, read strictly (RFC 9112 section 7.1): sizes of at most 8 hex digits with nothing around them, lines
 * that end with CRLF, short extensions, which are dropped, and few trailers.
 */
final class ChunkedBody extends BodyReader {
    private static final int MAX_SIZE_DIGITS = 8;
    private static final int MAX_EXTENSION_BYTES = 256;

    private enum Place {
        SIZE,
        EXTENSION,
        SIZE_LINE_FEED,
        DATA,
        DATA_RETURN,
        DATA_LINE_FEED,
        TRAILERS,
        ENDED,
        BROKEN
    }

    private final TrailerPart trailerPart = new TrailerPart();
    private Place place = Place.SIZE;
    private long remaining;
    private int digits;
    private int extensionBytes;

    @Override
    public @Nullable ByteBuf read(ByteBuf in) {
        while (in.isReadable() && place != Place.ENDED && place != Place.BROKEN) {
            if (place == Place.DATA) {
                return data(in);
            }
            place = next(in.readByte());
        }
        if (place == Place.BROKEN) {
            in.skipBytes(in.readableBytes());
        }
        return null;
    }

    private ByteBuf data(ByteBuf in) {
        int taken = (int) Math.min(remaining, in.readableBytes());
        remaining -= taken;
        if (remaining == 0) {
            place = Place.DATA_RETURN;
        }
        return in.readRetainedSlice(taken);
    }

    private Place next(byte b) {
        return switch (place) {
            case SIZE -> size(b);
            case EXTENSION -> extension(b);
            case SIZE_LINE_FEED -> sizeLineFeed(b);
            case DATA_RETURN -> b == '\r' ? Place.DATA_LINE_FEED : Place.BROKEN;
            case DATA_LINE_FEED -> b == '\n' ? Place.SIZE : Place.BROKEN;
            case TRAILERS -> trailers(b);
            case DATA, ENDED, BROKEN -> Place.BROKEN;
        };
    }

    private Place size(byte b) {
        int digit = Character.digit(b, 16);
        if (digit >= 0 && digits < MAX_SIZE_DIGITS) {
            digits++;
            remaining = remaining << 4 | digit;
            return Place.SIZE;
        }
        if (digits == 0) {
            return Place.BROKEN;
        }
        return switch (b) {
            case '\r' -> Place.SIZE_LINE_FEED;
            case ';' -> Place.EXTENSION;
            default -> Place.BROKEN;
        };
    }

    private Place extension(byte b) {
        if (b == '\r') {
            return Place.SIZE_LINE_FEED;
        }
        return Tokens.isValue(b) && ++extensionBytes <= MAX_EXTENSION_BYTES ? Place.EXTENSION : Place.BROKEN;
    }

    private Place sizeLineFeed(byte b) {
        if (b != '\n') {
            return Place.BROKEN;
        }
        digits = 0;
        extensionBytes = 0;
        return remaining == 0 ? Place.TRAILERS : Place.DATA;
    }

    private Place trailers(byte b) {
        return switch (trailerPart.add(b)) {
            case MORE -> Place.TRAILERS;
            case ENDED -> Place.ENDED;
            case BROKEN -> Place.BROKEN;
        };
    }

    @Override
    public boolean isEnded() {
        return place == Place.ENDED;
    }

    @Override
    public @Nullable String fault() {
        return place == Place.BROKEN ? "the chunked body is malformed" : null;
    }

    @Override
    public HeaderFields trailers() {
        return trailerPart.fields();
    }
}
