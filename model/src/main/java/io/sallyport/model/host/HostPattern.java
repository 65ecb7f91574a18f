package io.sallyport.model.host;

import java.util.List;

/**
 * The hosts that a grant covers, in the one form that index and Rego know. Each reader of documents translates its own
 * dialect of stars into it; all text in it is canonical (A-labels, lower case).
 */
public sealed interface HostPattern {
    /** Returns whether it covers {@code host}; only the first two forms cover addresses. */
    default boolean covers(CanonicalHost host) {
        String text = host.text();
        return switch (this) {
            case Any _ -> true;
            case Exact(String name) -> text.equals(name);
            case Under(String suffix) -> !host.isAddress() && text.endsWith("." + suffix);
            case OneUnder(String suffix) ->
                !host.isAddress()
                        && text.endsWith("." + suffix)
                        && text.indexOf('.') == text.length() - suffix.length() - 1;
            case Labels labels -> !host.isAddress() && labels.covers(text);
        };
    }

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

        /** Returns whether it covers {@code name}, canonical and no address. */
        public boolean covers(String name) {
            List<String> asked = List.of(name.split("\\.", -1));
            int more = asked.size() - labels.size();
            if (manyFirst ? more < 1 : more != 0) {
                return false;
            }
            for (int i = 0; i < labels.size(); i++) {
                if (!matches(labels.get(i), asked.get(more + i))) {
                    return false;
                }
            }
            return true;
        }

        /** Matches literals from left to right, each at its first place, the last one at the end. */
        private static boolean matches(String glob, String label) {
            List<String> literals = List.of(glob.split("\\*", -1));
            String last = literals.getLast();
            if (literals.size() == 1) {
                return label.equals(glob);
            }
            int at = label.startsWith(literals.getFirst()) ? literals.getFirst().length() : -1;
            for (int i = 1; i < literals.size() - 1 && at >= 0; i++) {
                int found = label.indexOf(literals.get(i), at);
                at = found < 0 ? -1 : found + literals.get(i).length();
            }
            return at >= 0 && label.length() - last.length() >= at && label.endsWith(last);
        }
    }
}
