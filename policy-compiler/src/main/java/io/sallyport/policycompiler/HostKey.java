package io.sallyport.policycompiler;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.LabelGlob;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The position of a host pattern in the index.
 *
 * @param key a suffix of the hosts that it covers, or {@code *}
 * @param hosts which hosts at or below the key
 */
record HostKey(String key, Hosts hosts) {
    private static final String LABEL = "[^.]+";
    private static final String IN_LABEL = "[^.]*";

    /** Which hosts at or below a key. */
    sealed interface Hosts {
        /** Returns the form that the library reads. */
        RegoValue value();
    }

    /** {@code self}, {@code child}, {@code below} or {@code any}. */
    record Word(String text) implements Hosts {
        @Override
        public RegoValue value() {
            return RegoString.named(text);
        }
    }

    /** Those whose whole name matches an anchored expression. */
    record Matching(String re2) implements Hosts {
        @Override
        public RegoValue value() {
            return matching(re2);
        }
    }

    /** Returns the form in which the library reads an expression. */
    static RegoObject matching(String re2) {
        return RegoObject.growing().put("matching", RegoString.of(re2)).sealed();
    }

    static HostKey of(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> new HostKey("*", new Word("any"));
            case HostPattern.Exact(var host) -> new HostKey(host, new Word("self"));
            case HostPattern.Under(var suffix) -> new HostKey(suffix, new Word("below"));
            case HostPattern.OneUnder(var suffix) -> new HostKey(suffix, new Word("child"));
            case HostPattern.Labels labels -> new HostKey(literalEnd(labels), new Matching(expression(labels)));
        };
    }

    private static String literalEnd(HostPattern.Labels labels) {
        String end = labels.literalEnd();
        if (end.isEmpty()) {
            throw new IllegalArgumentException("host pattern: the last label of " + labels + " is not literal");
        }
        return end;
    }

    private static String expression(HostPattern.Labels pattern) {
        List<String> labels = pattern.labels().stream().map(HostKey::label).toList();
        return "^" + (pattern.manyFirst() ? "(?:" + LABEL + "\\.)+" : "") + String.join("\\.", labels) + "$";
    }

    private static String label(String label) {
        if (label.equals("*")) {
            return LABEL;
        }
        return LabelGlob.of(label).parts().stream()
                .map(part -> switch (part) {
                    case LabelGlob.Run _ -> IN_LABEL;
                    case LabelGlob.OneOf(String members) -> Re2.oneOf(members);
                })
                .collect(Collectors.joining());
    }
}
