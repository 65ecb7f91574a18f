package io.sallyport.audit.chain;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The end of a log, from which its chain continues.
 *
 * @param hash of the last line, counting lines that a crash cut off; {@link Chain#BEGINNING} if nothing is sealed
 * @param seq the number of the last sealed line; 0 if it has none, or nothing is sealed
 */
public record ChainEnd(String hash, long seq) {
    /** The end of a log without lines. */
    public static final ChainEnd NONE = new ChainEnd(Chain.BEGINNING, 0);

    /** The lines of a file, read from its end. */
    @FunctionalInterface
    public interface Backward {
        /** Returns the preceding line without its line feed, or null if no more can be read. */
        byte @Nullable [] previous() throws IOException;
    }

    /**
     * Finds the end of a log.
     *
     * @param before the end of what precedes the first line that {@code lines} returns
     */
    public static ChainEnd of(Backward lines, ChainEnd before) throws IOException {
        Deque<byte[]> cut = new ArrayDeque<>();
        byte[] line = lines.previous();
        while (line != null && !Seal.isOn(line) && cut.size() < Seal.MAX_CUT_LINES) {
            cut.push(line);
            line = lines.previous();
        }
        ChainEnd sealed = line == null ? before : Seal.isOn(line) ? new ChainEnd(Seal.own(line), Seal.seq(line)) : NONE;
        String last = sealed.hash();
        MessageDigest sha256 = Sha256.newDigest();
        for (byte[] rest : cut) {
            last = Seal.hash(sha256, rest, 0, rest.length, last);
        }
        return new ChainEnd(last, sealed.seq());
    }
}
