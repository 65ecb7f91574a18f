package io.sallyport.model.host;

import java.util.List;

/**
 * The hosts that a grant covers, in the one form that index and Rego know. Each reader of documents translates its own
 * dialect of stars into it; all text in it is canonical (A-labels, lower case).
 */
public sealed interface HostPattern {
    /** Every host, including address literals. */
    record Any() implements HostPattern {}

    /** Exactly that host: a name, or the canonical text of an address (IPv6 without brackets). */
    record Exact(String host) implements HostPattern {}

    /** One or more labels, then {@code .suffix}; never the suffix itself, never an address. */
    record Under(String suffix) implements HostPattern {}

    /** Exactly one label, then {@code .suffix}. */
    record OneUnder(String suffix) implements HostPattern {}

    /**
     * Any other pattern: labels from left to right, the last of which is always literal.
     *
     * @param manyFirst whether one or more arbitrary labels precede {@code labels}
     * @param labels literals, or globs in which {@code *} is any run of characters in the label ({@code *} alone: one
     *     whole label)
     */
    record Labels(boolean manyFirst, List<String> labels) implements HostPattern {
        public Labels {
            labels = List.copyOf(labels);
        }
    }
}
