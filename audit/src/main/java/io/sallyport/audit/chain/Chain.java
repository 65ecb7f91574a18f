package io.sallyport.audit.chain;

import io.sallyport.model.Sha256;
import java.security.MessageDigest;

/**
 * Links each line of the log to the one before it, so that no line can be changed, removed or moved without changing
 * all lines after it. The chain uses no key: whoever can write the whole file can build another chain, which only a
 * hash that was kept elsewhere reveals. Confined to the writer thread.
 */
public final class Chain {
    /** The previous hash in the very first line. */
    public static final String BEGINNING = "0".repeat(Seal.HASH_CHARS);

    private final MessageDigest sha256 = Sha256.newDigest();
    /** The last seal, reused for the next one. */
    private final byte[] seal;

    private long seq;

    /** @param last the end to continue from */
    public Chain(ChainEnd last) {
        seal = Seal.of(BEGINNING, last.hash());
        seq = last.seq();
    }

    /** Returns the number of the next line, which stands at its end: {@code ,"seq":N}. */
    public long nextSeq() {
        return seq + 1;
    }

    /**
     * Adds a line to the chain.
     *
     * @param bytes hold one JSON object without its closing brace, whose last member is {@link #nextSeq}
     * @return what ends the line in place of that brace, without a line feed; valid until the next call
     */
    public byte[] seal(byte[] bytes, int offset, int length) {
        Seal.shift(seal);
        sha256.update(bytes, offset, length);
        Seal.finish(seal, sha256);
        seq++;
        return seal;
    }
}
