package io.sallyport.shared;

/**
 * A record as the store keeps it. Immutable.
 *
 * @param name of what it is, such as {@code sandbox:ID}
 * @param generation above 0; never falls under one name
 * @param mark equal for equal content under one key, and says nothing of it
 * @param sealed the content, which the store cannot read
 */
public record SharedRecord(String name, long generation, String mark, String sealed) {
    /** The most characters of {@code sealed} that leave for the store: 32 MiB, several times the largest PUT. */
    static final int MAX_SEALED_CHARS = 32 << 20;

    /** Whether it stays here, because the store takes no record of that length. */
    boolean isTooLarge() {
        return sealed.length() > MAX_SEALED_CHARS;
    }

    /** Returns which version of the record this is. */
    public RecordVersion version() {
        return new RecordVersion(generation, mark);
    }
}
