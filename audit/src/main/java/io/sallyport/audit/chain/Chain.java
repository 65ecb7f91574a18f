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

    /** @param last the hash of the line to continue from, or {@link #BEGINNING} */
    public Chain(String last) {
        seal = Seal.of(BEGINNING, last);
    }

    /**
     * Adds a line to the chain.
     *
     * @param bytes hold one JSON object without its closing brace
     * @return what ends the line in place of that brace, without a line feed; valid until the next call
     */
    public byte[] seal(byte[] bytes, int offset, int length) {
        Seal.shift(seal);
        sha256.update(bytes, offset, length);
        Seal.finish(seal, sha256);
        return seal;
    }
}
