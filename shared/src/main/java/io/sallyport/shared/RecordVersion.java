package io.sallyport.shared;

/**
 * A version of a record. Immutable.
 *
 * @param generation above 0
 * @param mark equal for equal content; empty if the record is gone, up to this generation
 */
public record RecordVersion(long generation, String mark) {
    boolean isGone() {
        return mark.isEmpty();
    }
}
