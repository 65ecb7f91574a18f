package io.sallyport.proxy.credentials;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.proxy.listener.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes one secret out of an answer while it streams, also where it is split over reads: each of its bytes becomes a
 * star, so that lengths stay true. What could be the beginning of the secret waits for the next read; it is known text,
 * so nothing is kept but its length. Confined to its event loop.
 */
public final class Redaction {
    private static final byte STAR = '*';

    private final String secret;
    private final byte[] pattern;
    private final int[] fallbacks;
    private int matched; // how much of the pattern the bytes so far end with; they are held back

    /** @param secret not empty */
    public Redaction(String secret) {
        this.secret = secret;
        this.pattern = secret.getBytes(StandardCharsets.UTF_8);
        this.fallbacks = fallbacks(pattern);
    }

    /** A field's value without it. */
    public String of(String value) {
        return value.contains(secret) ? value.replace(secret, "*".repeat(secret.length())) : value;
    }

    /** Fields without it. */
    public HeaderFields of(HeaderFields fields) {
        String[] namesAndValues = new String[2 * fields.size()];
        for (int i = 0; i < fields.size(); i++) {
            namesAndValues[2 * i] = fields.name(i);
            namesAndValues[2 * i + 1] = of(fields.value(i));
        }
        return HeaderFields.of(namesAndValues);
    }

    /**
     * What of the bytes so far can be shown. Takes {@code piece} over, and changes its bytes.
     *
     * @return released by the caller; null where all is held back
     */
    public @Nullable ByteBuf next(ByteBuf piece, ByteBufAllocator alloc) {
        int held = matched;
        int base = piece.readerIndex() - held; // where what is held back would stand
        int hidden = 0; // of what is held back, the last bytes that are a secret's
        for (int at = piece.readerIndex(); at < piece.writerIndex(); at++) {
            step(piece.getByte(at));
            if (matched == pattern.length) {
                int from = at + 1 - pattern.length;
                hidden += Math.max(0, piece.readerIndex() - from);
                star(piece, Math.max(from, piece.readerIndex()), at + 1);
                matched = 0;
            }
        }
        int shown = piece.writerIndex() - matched - base;
        int fromHeld = Math.min(held, shown);
        piece.writerIndex(Math.max(piece.readerIndex(), piece.writerIndex() - matched));
        return joined(held(fromHeld, held - hidden, alloc), piece, alloc);
    }

    /** What was held back, when no more comes; null where nothing was. */
    public @Nullable ByteBuf end(ByteBufAllocator alloc) {
        ByteBuf rest = held(matched, matched, alloc);
        matched = 0;
        return rest;
    }

    private void step(byte value) {
        while (matched > 0 && pattern[matched] != value) {
            matched = fallbacks[matched];
        }
        matched += pattern[matched] == value ? 1 : 0;
    }

    private static void star(ByteBuf piece, int from, int to) {
        for (int at = from; at < to; at++) {
            piece.setByte(at, STAR);
        }
    }

    /** The first {@code length} bytes of what is held back, of which those from {@code clear} on are hidden. */
    private @Nullable ByteBuf held(int length, int clear, ByteBufAllocator alloc) {
        if (length == 0) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(pattern, length);
        if (clear < length) {
            Arrays.fill(bytes, clear, length, STAR);
        }
        return alloc.buffer(length).writeBytes(bytes);
    }

    private static @Nullable ByteBuf joined(@Nullable ByteBuf held, ByteBuf piece, ByteBufAllocator alloc) {
        if (!piece.isReadable()) {
            piece.release();
            return held;
        }
        return held == null ? piece : alloc.compositeBuffer(2).addComponents(true, held, piece);
    }

    private static int[] fallbacks(byte[] pattern) {
        int[] fallbacks = new int[pattern.length];
        int length = 0;
        for (int i = 1; i < pattern.length - 1; i++) {
            while (length > 0 && pattern[i] != pattern[length]) {
                length = fallbacks[length];
            }
            length += pattern[i] == pattern[length] ? 1 : 0;
            fallbacks[i + 1] = length;
        }
        return fallbacks;
    }
}
