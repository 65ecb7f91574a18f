package io.sallyport.audit.chain;

import io.sallyport.audit.chain.ChainVerdict.Broken;
import io.sallyport.audit.chain.ChainVerdict.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the files of one log, oldest first, in one pass that holds a line or two at a time. Confined to one thread.
 */
public final class ChainVerifier {
    private final @Nullable String expected;
    private final LongConsumer progress;
    private final ChainLinks links = new ChainLinks();
    private boolean isExpectedFound;
    private @Nullable Broken broken;
    private Place place = new Place("", 0, 0);
    /** The first of the unsealed lines that the next sealed one must account for. */
    private @Nullable Place open;

    private record Place(String file, long line, long offset) {
        Broken broken(Fault fault) {
            return new Broken(file, line, offset, fault);
        }
    }

    /**
     * @param expected a hash that one of the lines must bear, such as one noted at an earlier verification; or null
     * @param progress called after each line with the number of bytes read from its file
     */
    public ChainVerifier(@Nullable String expected, LongConsumer progress) {
        this.expected = expected;
        this.progress = progress;
    }

    /** Expects that the first line continues from {@code end}; called before anything is read. */
    public void beginAfter(ChainEnd end) {
        links.beginAfter(end);
    }

    /** Returns whether {@code text} has the form of a hash of the log. */
    public static boolean isHash(String text) {
        return Seal.isHash(text);
    }

    /**
     * Reads one file to its end, or to the first bad line. Does nothing if a bad line was found before.
     *
     * @param file its name, for the verdict
     */
    public void read(String file, InputStream in) throws IOException {
        var lines = new ForwardLines(in, 0);
        for (long number = 1; broken == null; number++) {
            place = new Place(file, number, lines.offset());
            switch (lines.next()) {
                case LINE -> take(lines.line());
                case CUT_OFF -> broken = place.broken(Fault.CUT_OFF);
                case TOO_LONG -> broken = place.broken(Fault.TOO_LONG);
                case END -> {
                    return;
                }
            }
            progress.accept(lines.offset());
        }
    }

    private void take(byte[] line) {
        switch (links.add(line)) {
            case FITS -> {
                open = null;
                isExpectedFound |= links.last().equals(expected);
            }
            case OPEN -> open = open == null ? place : open;
            case CHANGED -> broken = place.broken(Fault.CHANGED);
            case MISNUMBERED -> broken = place.broken(Fault.MISNUMBERED);
            case OUT_OF_PLACE -> broken = place.broken(Fault.OUT_OF_PLACE);
            case FOREIGN_BEFORE -> broken = (open == null ? place : open).broken(Fault.FOREIGN);
        }
    }

    /** Returns the verdict after all files were read. */
    public ChainVerdict verdict() {
        if (broken != null) {
            return broken;
        }
        if (open != null) {
            return open.broken(Fault.FOREIGN);
        }
        return expected == null || isExpectedFound ? links.whole() : place.broken(Fault.LAST_MISSING);
    }
}
