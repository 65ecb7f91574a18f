package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The published form of one kind of token: a prefix and a run of characters, of which some may precede the prefix.
 * Where it has a checksum, that is checked. Immutable.
 */
final class TokenForm implements Sought {
    /** So many different characters a token has: examples in documents are often one letter repeated. */
    private static final int MIN_DIFFERENT = 6;

    private static final ByteSet WORD = ByteSet.of("A-Za-z0-9_");

    /** What may stand between the name of a setting and its value. */
    private static final ByteSet GAP = ByteSet.of(" \t\r\n:=\"'>\\");

    private static final int MAX_GAP = 8;

    private final Row row;
    private final byte[] prefix;

    /**
     * One row of the table.
     *
     * @param before how many characters of the set precede the prefix
     * @param length of the run after it; at least so many where {@code longest} is 0
     * @param longest 0, or a bound: then neither a letter before nor a longer run belongs to it
     * @param gap whether the prefix is the name of a setting, from which the run is separated
     * @param notAfter what precedes a public use of it
     */
    record Row(
            String name,
            String prefix,
            ByteSet set,
            int before,
            int length,
            int longest,
            boolean gap,
            TokenChecksum checksum,
            List<byte[]> notAfter) {}

    TokenForm(Row row) {
        this.row = row;
        this.prefix = row.prefix().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public FindingKind kind() {
        return FindingKind.TOKEN;
    }

    @Override
    public String name() {
        return row.name();
    }

    byte[] prefix() {
        return prefix;
    }

    ByteSet set() {
        return row.set();
    }

    /** Returns whether the run begins where the prefix ends. */
    boolean isJoined() {
        return !row.gap();
    }

    /** Returns whether its prefix is so short that, encoded, it would stand everywhere. */
    boolean isPlainOnly() {
        return prefix.length < Anchor.MIN_BYTES;
    }

    @Override
    public @Nullable SecretSpan at(ScannedText text, int at) {
        int start = at - row.before();
        int run = at + prefix.length;
        if (!mayBegin(text, start)) {
            return null;
        }
        if (row.gap()) {
            int gap = text.run(GAP, run, MAX_GAP);
            if (gap == 0) {
                return null;
            }
            run += gap;
        }
        boolean is = isRun(text, run) && row.checksum().holds(text.bytes(), run, row.length());
        return is ? new SecretSpan(row.gap() ? run : start, run + row.length()) : null;
    }

    @Override
    public boolean goesOn() {
        return row.length() > 0;
    }

    @Override
    public boolean mayPrecede(byte next) {
        return row.gap() ? GAP.has(next) : row.set().has(next);
    }

    @Override
    public boolean mayFollow(byte previous) {
        return row.before() > 0 ? row.set().has(previous) : row.longest() == 0 || !WORD.has(previous);
    }

    private boolean mayBegin(ScannedText text, int start) {
        if (start < text.from() || text.run(row.set(), start, row.before()) < row.before()) {
            return false;
        }
        boolean joined = row.longest() > 0 && start > text.from() && WORD.has(text.bytes()[start - 1]);
        return !joined && row.notAfter().stream().noneMatch(use -> text.has(use, start - use.length));
    }

    private boolean isRun(ScannedText text, int at) {
        int length = text.run(row.set(), at, row.longest() == 0 ? row.length() : row.longest() + 1);
        if (length < row.length()) {
            return false;
        }
        boolean ends = row.longest() == 0 || length <= row.longest();
        return ends && isVaried(text.bytes(), at, row.length());
    }

    private static boolean isVaried(byte[] bytes, int at, int length) {
        long low = 0;
        long high = 0;
        for (int i = at; i < at + length; i++) {
            low |= bytes[i] < 64 ? 1L << bytes[i] : 0;
            high |= bytes[i] < 64 ? 0 : 1L << (bytes[i] - 64);
        }
        return Long.bitCount(low) + Long.bitCount(high) >= Math.min(MIN_DIFFERENT, length);
    }

    /** Returns the same in a text without capitals, such as a host name, where no checksum can be checked. */
    TokenForm inLowerCase() {
        ByteSet set = ByteSet.of(row.set().toString().toLowerCase(Locale.ROOT));
        int longest = row.longest() == 0 ? row.length() : row.longest();
        return new TokenForm(new Row(
                row.name(),
                row.prefix().toLowerCase(Locale.ROOT),
                set,
                row.before(),
                row.length(),
                longest,
                row.gap(),
                TokenChecksum.NONE,
                List.of()));
    }
}
