package io.sallyport.audit.chain;

import java.security.MessageDigest;

/**
 * Links each line of the log to the one before it, so that no line can be changed, taken out or moved without all after it.
 * There is no key in it: who can write the whole file can make another chain, which is seen by a hash that was kept elsewhere.
 * Confined to the thread that writes.
 */
public final class Chain {
    /** What the first line of all names as the hash before it. */
    public static final String BEGINNING = "0".repeat(Seal.HASH_CHARS);

    private final MessageDigest sha256 = Seal.sha256();
    /** The last seal that was made, reused for the next. */
    private final byte[] seal;

    /** @param last the hash of the line after which it goes on, or {@link #BEGINNING} */
    public Chain(String last) {
        seal = Seal.of(BEGINNING, last);
    }

    /**
     * Takes up a line.
     *
     * @param bytes hold its one JSON object, less the brace that ends it
     * @return what ends the line in place of that brace, without a line feed; valid until the next call
     */
    public byte[] seal(byte[] bytes, int offset, int length) {
        Seal.shift(seal);
        sha256.update(bytes, offset, length);
        Seal.finish(seal, sha256);
        return seal;
    }
}
