package io.sallyport.policycompiler;

import io.sallyport.model.HostPattern;
import java.util.List;

/**
 * Where a host pattern stands in the index.
 *
 * @param key a suffix of the hosts it covers, or {@code *}
 * @param hosts which hosts at or below the key: {@code self}, {@code child}, {@code below}, {@code any}, or an anchored
 *     RE2 expression for the whole name
 */
record HostKey(String key, String hosts) {
    private static final String LABEL = "[^.]+";
    private static final String IN_LABEL = "[^.]*";

    static HostKey of(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> new HostKey("*", "any");
            case HostPattern.Exact(var host) -> new HostKey(host, "self");
            case HostPattern.Under(var suffix) -> new HostKey(suffix, "below");
            case HostPattern.OneUnder(var suffix) -> new HostKey(suffix, "child");
            case HostPattern.Labels labels -> new HostKey(literalEnd(labels.labels()), expression(labels));
        };
    }

    private static String literalEnd(List<String> labels) {
        int from = labels.size();
        while (from > 0 && !labels.get(from - 1).contains("*")) {
            from--;
        }
        if (from == labels.size()) {
            throw new IllegalArgumentException("host pattern: the last label of " + labels + " is not literal");
        }
        return String.join(".", labels.subList(from, labels.size()));
    }

    private static String expression(HostPattern.Labels pattern) {
        List<String> labels = pattern.labels().stream().map(HostKey::label).toList();
        return "^" + (pattern.manyFirst() ? "(?:" + LABEL + "\\.)+" : "") + String.join("\\.", labels) + "$";
    }

    private static String label(String label) {
        if (label.equals("*")) {
            return LABEL;
        }
        List<String> literals = List.of(label.split("\\*", -1));
        return String.join(IN_LABEL, literals.stream().map(Re2::quote).toList());
    }
}
