package io.sallyport.audit.chain;

import io.sallyport.model.Sha256;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the chain from line to line. Confined to one thread. */
final class ChainLinks {
    private final MessageDigest sha256 = Sha256.newDigest();
    private final List<byte[]> cut = new ArrayList<>();
    private @Nullable String begins;
    private String last = Chain.BEGINNING;
    private long lastSeq;
    private long lines;
    private long cutOff;

    /** Expects that the first line continues from {@code end}. */
    void beginAfter(ChainEnd end) {
        begins = end.hash();
        last = end.hash();
        lastSeq = end.seq();
    }

    /** How a line relates to the lines before it. */
    enum Link {
        FITS,
        /** Not sealed; the next line shows whether it belongs to the chain. */
        OPEN,
        CHANGED,
        OUT_OF_PLACE,
        /** Its number does not follow that of the line before. */
        MISNUMBERED,
        /** The unsealed lines before it do not belong to the chain. */
        FOREIGN_BEFORE
    }

    Link add(byte[] line) {
        if (!Seal.isOn(line)) {
            cut.add(line);
            return cut.size() > Seal.MAX_CUT_LINES ? Link.FOREIGN_BEFORE : Link.OPEN;
        }
        String previous = Seal.previous(line);
        if (!Seal.hash(sha256, line, 0, line.length - Seal.BYTES, previous).equals(Seal.own(line))) {
            return Link.CHANGED;
        }
        if (begins == null) {
            begins = cut.isEmpty() ? previous : Chain.BEGINNING;
            last = begins;
        }
        if (!follows(line, previous)) {
            return cut.isEmpty() ? Link.OUT_OF_PLACE : Link.FOREIGN_BEFORE;
        }
        long seq = Seal.seq(line);
        if ((lines > cutOff || lastSeq > 0) && seq != lastSeq + 1 && (seq > 0 || lastSeq > 0)) {
            return Link.MISNUMBERED;
        }
        lastSeq = seq;
        lines += 1 + cut.size();
        cutOff += cut.size();
        cut.clear();
        last = Seal.own(line);
        return Link.FITS;
    }

    /**
     * Returns whether {@code line} continues the chain. A cut line either counts in the hash of the line after it, or
     * is the beginning of that line, which was then written again as a whole.
     */
    private boolean follows(byte[] line, String previous) {
        return previous.equals(afterCut())
                || (previous.equals(last) && cut.stream().allMatch(part -> begins(line, part)));
    }

    private static boolean begins(byte[] line, byte[] part) {
        return part.length > 0
                && part.length <= line.length
                && Arrays.equals(line, 0, part.length, part, 0, part.length);
    }

    private String afterCut() {
        String hash = last;
        for (byte[] part : cut) {
            hash = Seal.hash(sha256, part, 0, part.length, hash);
        }
        return hash;
    }

    /** Returns the hash of the last line that fits. */
    String last() {
        return last;
    }

    ChainVerdict.Whole whole() {
        return new ChainVerdict.Whole(lines, cutOff, begins == null ? Chain.BEGINNING : begins, last);
    }
}
