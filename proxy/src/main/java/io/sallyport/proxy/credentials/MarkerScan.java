package io.sallyport.proxy.credentials;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Follows one body for placeholders, also where one is split over pieces; nothing of the body is kept. It releases
 * nothing. Confined to its event loop.
 */
public final class MarkerScan implements ByteProcessor {
    /** What of a key is read behind a marker. */
    private static final int MAX_KEY_BYTES = 256;

    /** Shorter pieces are not worth a leap. */
    private static final int LEAST_LEAP_BYTES = 4 * PlaceholderMarker.LENGTH;

    private int state = MarkerState.START;

    /** Where the marker ends in {@code piece}, whose reader index stays; -1 where none does. */
    public int endIn(ByteBuf piece) {
        int from = piece.readerIndex();
        int to = piece.writerIndex();
        if (to - from < LEAST_LEAP_BYTES || isEscaped(piece, from, to)) {
            return walk(piece, from, to);
        }
        int end = walk(piece, from, from + 2 * PlaceholderMarker.LENGTH); // of one that began earlier, in an escape
        if (end >= 0) {
            return end;
        }
        int at = PlaceholderMarker.at(piece, from);
        if (at >= 0) {
            return at + PlaceholderMarker.LENGTH;
        }
        state = MarkerState.START; // whatever begins now begins in the last bytes
        return walk(piece, to - PlaceholderMarker.LENGTH + 1, to);
    }

    /** Whether it has an escape of URLs or JSON; the one that its end cuts is found by the walk there. */
    private static boolean isEscaped(ByteBuf piece, int from, int to) {
        if (piece.indexOf(from, to, (byte) '%') >= 0) {
            return true;
        }
        int at = piece.indexOf(from, to - 1, (byte) '\\');
        while (at >= 0 && piece.getByte(at + 1) != 'u') {
            at = piece.indexOf(at + 1, to - 1, (byte) '\\');
        }
        return at >= 0;
    }

    private int walk(ByteBuf piece, int from, int to) {
        int last = piece.forEachByte(from, to - from, this);
        return last < 0 ? -1 : last + 1;
    }

    /** {@inheritDoc} */
    @Override
    public boolean process(byte value) {
        state = MarkerState.next(state, value & 0xff);
        return !MarkerState.isFound(state);
    }

    /** The key of the marker that ends at {@code end}, as far as it is there; null where there is none. */
    public static @Nullable String key(ByteBuf piece, int end) {
        int from = Math.max(piece.readerIndex(), end - PlaceholderMarker.LENGTH);
        int most = Math.min(piece.writerIndex() - from, PlaceholderMarker.LENGTH + MAX_KEY_BYTES);
        String text = piece.toString(from, most, StandardCharsets.ISO_8859_1);
        String key = Placeholder.keyAt(text, 0);
        return key == null ? Placeholder.key(text, end - from) : key; // of one that is encoded, or begins earlier
    }
}
