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
    /** Returns which version of the record this is. */
    public RecordVersion version() {
        return new RecordVersion(generation, mark);
    }
}
