package io.sallyport.audit.chain;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Finds the hash from which the chain of a file continues. */
public final class ChainEnd {
    private ChainEnd() {}

    /** The lines of a file, read from its end. */
    @FunctionalInterface
    public interface Backward {
        /** Returns the preceding line without its line feed, or null if no more can be read. */
        byte @Nullable [] previous() throws IOException;
    }

    /**
     * Returns the hash of the last line, counting lines that a crash cut off; {@link Chain#BEGINNING} if nothing is
     * sealed.
     */
    public static String of(Backward lines) throws IOException {
        Deque<byte[]> cut = new ArrayDeque<>();
        byte[] line = lines.previous();
        while (line != null && !Seal.isOn(line) && cut.size() < Seal.MAX_CUT_LINES) {
            cut.push(line);
            line = lines.previous();
        }
        String last = line == null || !Seal.isOn(line) ? Chain.BEGINNING : Seal.own(line);
        MessageDigest sha256 = Sha256.newDigest();
        for (byte[] rest : cut) {
            last = Seal.hash(sha256, rest, 0, rest.length, last);
        }
        return last;
    }
}
