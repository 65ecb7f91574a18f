package io.sallyport.proxy.credentials;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.proxy.listener.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of an answer while it streams, also where one is split over reads: each of its bytes becomes a
 * star, so that lengths stay true. What could be the beginning of a secret waits for the next read; it is known text,
 * so nothing is kept but how much of which. Confined to its event loop.
 */
public final class Redaction {
    private static final byte STAR = '*';

    private final SecretPatterns patterns;
    private final @Nullable Redaction next; // of what this one shows
    private int state = SecretPatterns.ROOT; // what the bytes so far end with; they are held back
    private int hiddenFrom; // of what is held back, what a secret that has ended hides
    private int hiddenTo;

    public Redaction(SecretPatterns patterns) {
        this(patterns, null);
    }

    private Redaction(SecretPatterns patterns, @Nullable Redaction next) {
        this.patterns = patterns;
        this.next = next;
    }

    /** One that hides both, without an automaton of both; {@code more} is small, and made for one answer. */
    public static Redaction of(SecretPatterns patterns, SecretPatterns more) {
        return new Redaction(patterns, new Redaction(more));
    }

    /** A field's value without them. */
    public String of(String value) {
        String shown = value;
        for (byte[] form : patterns.forms()) {
            String text = new String(form, StandardCharsets.UTF_8);
            if (shown.contains(text)) {
                shown = shown.replace(text, "*".repeat(text.length()));
            }
        }
        return next == null ? shown : next.of(shown);
    }

    /** Fields without them. */
    public HeaderFields of(HeaderFields fields) {
        String[] namesAndValues = new String[2 * fields.size()];
        for (int i = 0; i < fields.size(); i++) {
            namesAndValues[2 * i] = fields.name(i);
            namesAndValues[2 * i + 1] = of(fields.value(i));
        }
        return HeaderFields.of(namesAndValues);
    }

    /** Hides them in {@code whole}, which stands by itself: what streams is not touched. */
    public void hide(byte[] whole) {
        int at = SecretPatterns.ROOT;
        for (int i = 0; i < whole.length; i++) {
            at = patterns.next(at, whole[i] & 0xff);
            Arrays.fill(whole, i + 1 - patterns.found(at), i + 1, STAR);
        }
    }

    /**
     * What of the bytes so far can be shown. Takes {@code piece} over, and changes its bytes.
     *
     * @return released by the caller; null where all is held back
     */
    public @Nullable ByteBuf next(ByteBuf piece, ByteBufAllocator alloc) {
        ByteBuf shown = hide(piece, alloc);
        return shown == null || next == null ? shown : next.next(shown, alloc);
    }

    private @Nullable ByteBuf hide(ByteBuf piece, ByteBufAllocator alloc) {
        int start = piece.readerIndex();
        int before = state;
        int held = patterns.depth(before);
        var hidden = new Span(start - held + hiddenFrom, start - held + hiddenTo);
        var hiddenBefore = new Span(hidden.from, hidden.to);
        for (int at = start; at < piece.writerIndex(); at++) {
            state = patterns.next(state, piece.getByte(at) & 0xff);
            int length = patterns.found(state);
            state = patterns.shortest(state);
            if (length > 0) {
                int from = at + 1 - length;
                star(piece, Math.max(from, start), at + 1);
                hidden.add(from, at + 1, at + 1 - patterns.depth(state));
                if (from < start) {
                    hiddenBefore.add(from, start, start - held);
                }
            }
        }
        int window = piece.writerIndex() - patterns.depth(state);
        hiddenFrom = Math.max(0, hidden.from - window);
        hiddenTo = Math.max(0, hidden.to - window);
        int fromHeld = Math.min(held, window - (start - held));
        ByteBuf first =
                text(before, fromHeld, hiddenBefore.from - (start - held), hiddenBefore.to - (start - held), alloc);
        piece.writerIndex(Math.max(start, window));
        return joined(first, piece, alloc);
    }

    /** What was held back, when no more comes; null where nothing was. */
    public @Nullable ByteBuf end(ByteBufAllocator alloc) {
        ByteBuf rest = text(state, patterns.depth(state), hiddenFrom, hiddenTo, alloc);
        state = SecretPatterns.ROOT;
        hiddenFrom = 0;
        hiddenTo = 0;
        return next == null ? rest : next.last(rest, alloc);
    }

    private @Nullable ByteBuf last(@Nullable ByteBuf piece, ByteBufAllocator alloc) {
        ByteBuf shown = piece == null ? null : next(piece, alloc);
        ByteBuf rest = end(alloc);
        return rest == null ? shown : joined(shown, rest, alloc);
    }

    /** The first {@code length} bytes of what {@code of} stands for, those of a span hidden; null where it is 0. */
    private @Nullable ByteBuf text(int of, int length, int from, int to, ByteBufAllocator alloc) {
        if (length == 0) {
            return null;
        }
        ByteBuf text = alloc.buffer(length).writeBytes(patterns.text(of), 0, length);
        star(text, Math.max(0, from), Math.min(to, length));
        return text;
    }

    private static void star(ByteBuf bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            bytes.setByte(at, STAR);
        }
    }

    private static @Nullable ByteBuf joined(@Nullable ByteBuf held, ByteBuf piece, ByteBufAllocator alloc) {
        if (!piece.isReadable()) {
            piece.release();
            return held;
        }
        return held == null ? piece : alloc.compositeBuffer(2).addComponents(true, held, piece);
    }

    /** Bytes from one index to another, by what is hidden of a window. */
    private static final class Span {
        int from;
        int to;

        Span(int from, int to) {
            this.from = from;
            this.to = to;
        }

        /** Takes more in; what has left the window is forgotten. */
        void add(int more, int end, int window) {
            from = to > window && to > from ? Math.min(from, more) : more;
            to = end;
        }
    }
}
