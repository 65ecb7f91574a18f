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
     * @param labels literals, or texts of {@link LabelGlob} ({@code *} alone: one whole label)
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
                if (!LabelGlob.of(labels.get(i)).covers(asked.get(more + i))) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the literal labels behind the last wildcard. */
        public String literalEnd() {
            int from = labels.size();
            while (from > 0 && LabelGlob.isLiteral(labels.get(from - 1))) {
                from--;
            }
            return String.join(".", labels.subList(from, labels.size()));
        }
    }
}
