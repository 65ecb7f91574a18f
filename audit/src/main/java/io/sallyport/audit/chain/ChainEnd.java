package io.sallyport.audit.chain;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Finds the hash after which a file's chain goes on. */
public final class ChainEnd {
    private ChainEnd() {}

    /** The lines of a file from its end. */
    @FunctionalInterface
    public interface Backward {
        /** The line before those that were given out, without its line feed; null where there is none to be read. */
        byte @Nullable [] previous() throws IOException;
    }

    /** The hash of the last line, those that a crash cut off included; {@link Chain#BEGINNING} where nothing is sealed. */
    public static String of(Backward lines) throws IOException {
        Deque<byte[]> cut = new ArrayDeque<>();
        byte[] line = lines.previous();
        while (line != null && !Seal.isOn(line) && cut.size() < Seal.MAX_CUT_LINES) {
            cut.push(line);
            line = lines.previous();
        }
        String last = line == null || !Seal.isOn(line) ? Chain.BEGINNING : Seal.own(line);
        MessageDigest sha256 = Seal.sha256();
        for (byte[] rest : cut) {
            last = Seal.hash(sha256, rest, 0, rest.length, last);
        }
        return last;
    }
}
