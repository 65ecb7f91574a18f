package io.sallyport.proxy.credentials;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sallyport.proxy.listener.HeaderFields;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of an answer while it streams, also where one is split over reads: each of its bytes becomes a
 * star, so that lengths stay true. What could be the beginning of a secret waits for the next read; it is known text,
 * so nothing is kept but how much of which. Several secrets are looked for side by side, so that nothing is made for
 * their sum. Says which of them refuses the answer. Confined to its event loop.
 */
public final class Redaction {
    private static final byte STAR = '*';

    private final List<HiddenSecret> secrets;
    private final SecretPatterns[] patterns; // of each
    private final int[] states; // of each, what the bytes so far end with; the longest is held back
    private int hiddenFrom; // of what is held back, what a secret that has ended hides
    private int hiddenTo;
    private @Nullable String refusedAs;

    /** @param secrets those that are to be hidden */
    public Redaction(List<HiddenSecret> secrets) {
        this.secrets = secrets;
        this.patterns = new SecretPatterns[secrets.size()];
        this.states = new int[patterns.length];
        for (int i = 0; i < patterns.length; i++) {
            patterns[i] = secrets.get(i).patterns();
        }
    }

    /** One that refuses nothing. */
    public Redaction(SecretPatterns patterns) {
        this(List.of(new HiddenSecret(patterns, null)));
    }

    /** The name of the first secret that was found and refuses the answer, or null: nothing more of it is to go on. */
    public @Nullable String refusedAs() {
        return refusedAs;
    }

    /** A field's value without them. */
    public String of(String value) {
        String shown = value;
        for (int i = 0; i < patterns.length; i++) {
            for (String form : patterns[i].texts()) {
                if (shown.contains(form)) {
                    found(i);
                    shown = shown.replace(form, "*".repeat(form.length()));
                }
            }
        }
        return shown;
    }

    /** Fields without them. */
    public HeaderFields of(HeaderFields fields) {
        if (fields.size() == 0) {
            return fields;
        }
        String[] namesAndValues = new String[2 * fields.size()];
        for (int i = 0; i < fields.size(); i++) {
            namesAndValues[2 * i] = of(fields.name(i));
            namesAndValues[2 * i + 1] = of(fields.value(i));
        }
        return HeaderFields.of(namesAndValues);
    }

    /** The name of a secret that refuses the answer for its fields; null where none does. */
    public @Nullable String refusedIn(HeaderFields fields) {
        if (refuses()) {
            of(fields);
        }
        return refusedAs;
    }

    /** The name of a secret that refuses the answer for what has come of its body, which is not read; or null. */
    public @Nullable String refusedIn(ByteBuf come) {
        for (int i = 0; i < patterns.length && refusedAs == null; i++) {
            if (secrets.get(i).refusedAs() != null && isIn(come, patterns[i])) {
                found(i);
            }
        }
        return refusedAs;
    }

    private static boolean isIn(ByteBuf come, SecretPatterns patterns) {
        int state = SecretPatterns.ROOT;
        for (int at = come.readerIndex(); at < come.writerIndex(); at++) {
            state = patterns.next(state, come.getByte(at) & 0xff);
            if (patterns.found(state) > 0) {
                return true;
            }
        }
        return false;
    }

    private boolean refuses() {
        for (HiddenSecret secret : secrets) {
            if (secret.refusedAs() != null) {
                return true;
            }
        }
        return false;
    }

    private void found(int index) {
        refusedAs = refusedAs == null ? secrets.get(index).refusedAs() : refusedAs;
    }

    /** Hides them in {@code whole}, which stands by itself: what streams is not touched. */
    public void hide(byte[] whole) {
        byte[] said = whole.clone();
        for (int i = 0; i < patterns.length; i++) {
            int at = SecretPatterns.ROOT;
            for (int end = 1; end <= said.length; end++) {
                at = patterns[i].next(at, said[end - 1] & 0xff);
                int length = patterns[i].found(at);
                if (length > 0) {
                    found(i);
                    Arrays.fill(whole, end - length, end, STAR);
                }
            }
        }
    }

    /**
     * What of the bytes so far can be shown. Takes {@code piece} over, and changes its bytes.
     *
     * @return released by the caller; null where all is held back
     */
    public @Nullable ByteBuf next(ByteBuf piece, ByteBufAllocator alloc) {
        int start = piece.readerIndex();
        int longest = longest();
        int before = states[longest];
        int held = held();
        var hidden = new Span(start - held + hiddenFrom, start - held + hiddenTo);
        var hiddenBefore = new Span(hidden.from, hidden.to);
        for (int at = start; at < piece.writerIndex(); at++) {
            int length = step(piece.getByte(at) & 0xff);
            if (length > 0) {
                int from = at + 1 - length;
                star(piece, Math.max(from, start), at + 1);
                hidden.add(from, at + 1, at + 1 - held());
                if (from < start) {
                    hiddenBefore.add(from, start, start - held);
                }
            }
        }
        int window = piece.writerIndex() - held();
        hiddenFrom = Math.max(0, hidden.from - window);
        hiddenTo = Math.max(0, hidden.to - window);
        int fromHeld = Math.min(held, window - (start - held));
        int shift = start - held;
        ByteBuf first = fromHeld == 0
                ? null
                : text(
                        patterns[longest].text(before),
                        fromHeld,
                        hiddenBefore.from - shift,
                        hiddenBefore.to - shift,
                        alloc);
        piece.writerIndex(Math.max(start, window));
        return joined(first, piece, alloc);
    }

    /** One byte more: how long the longest form is that ends with it, 0 where none does. */
    private int step(int value) {
        int most = 0;
        for (int i = 0; i < states.length; i++) {
            int state = patterns[i].next(states[i], value);
            int length = patterns[i].found(state);
            states[i] = patterns[i].shortest(state);
            if (length > 0) {
                found(i);
                most = Math.max(most, length);
            }
        }
        return most;
    }

    /** Whose beginning is the longest of those that the bytes so far end with. */
    private int longest() {
        int longest = 0;
        for (int i = 1; i < states.length; i++) {
            longest = patterns[i].depth(states[i]) > patterns[longest].depth(states[longest]) ? i : longest;
        }
        return longest;
    }

    private int held() {
        int longest = longest();
        return patterns[longest].depth(states[longest]);
    }

    /** What was held back, when no more comes; null where nothing was. */
    public @Nullable ByteBuf end(ByteBufAllocator alloc) {
        int longest = longest();
        int held = held();
        ByteBuf rest =
                held == 0 ? null : text(patterns[longest].text(states[longest]), held, hiddenFrom, hiddenTo, alloc);
        Arrays.fill(states, SecretPatterns.ROOT);
        hiddenFrom = 0;
        hiddenTo = 0;
        return rest;
    }

    /** The first {@code length} bytes of {@code known}, those of a span hidden. */
    private static ByteBuf text(byte[] known, int length, int from, int to, ByteBufAllocator alloc) {
        ByteBuf text = alloc.buffer(length).writeBytes(known, 0, length);
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
