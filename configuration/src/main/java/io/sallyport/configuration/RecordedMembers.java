package io.sallyport.configuration;

import java.util.List;

/**
 * What records of the audit log say only if it is asked for. Immutable.
 *
 * @param labels names of sandboxes' labels that records bear, {@link #MAX_LABELS} at most
 * @param queryNames whether records of requests have the names of their queries' parameters
 */
public record RecordedMembers(List<String> labels, boolean queryNames) {
    /** How many labels a record bears. */
    public static final int MAX_LABELS = 16;

    /** Records say neither. */
    public static final RecordedMembers NONE = new RecordedMembers(List.of(), false);

    public RecordedMembers {
        labels = List.copyOf(labels);
    }
}
