package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads hosts in which a star is a part of one label, and {@code **} as the whole first label is one or more labels:
 * the dialect of network policies (section 4 of their specification) and of bindings of credentials.
 */
public final class HostGlob {
    private HostGlob() {}

    /** Reads a host, with or without stars, and no other wildcards. A wildcard stands before two labels or more. */
    public static Parsed<HostPattern> read(String written) {
        if (written.indexOf('*') < 0) {
            return CanonicalHost.parseDocument(written).map(host -> new HostPattern.Exact(host.text()));
        }
        for (int i = 0; i < written.length(); i++) {
            if ("?[]{}\\".indexOf(written.charAt(i)) >= 0) {
                return new Parsed.Rejected<>("beside a star, ? and brackets stand in network policies alone", i);
            }
        }
        return read(Arrays.asList(written.split("\\.", -1)));
    }

    /** Reads labels of which one at least is the text of a {@link LabelGlob}, in ASCII. */
    public static Parsed<HostPattern> read(List<String> labels) {
        String fault = fault(labels);
        String sample =
                labels.stream().map(label -> LabelGlob.of(label).sample()).collect(Collectors.joining("."));
        return fault.isEmpty() ? validated(labels, sample, HostGlob::shape) : new Parsed.Rejected<>(fault, 0);
    }

    /** Returns the error in the positions of the stars, or the empty text. */
    private static String fault(List<String> labels) {
        if (labels.size() <= 2) {
            return "a wildcard stands before two labels or more";
        }
        if (labels.getFirst().contains("**") && !labels.getFirst().equals("**")) {
            return "two stars are the whole first label";
        }
        for (String label : labels.subList(1, labels.size())) {
            if (label.contains("**")) {
                return "two stars are the whole first label";
            }
            if (label.indexOf('*') >= 0 && label.length() > 1) {
                return "a part of a label is a wildcard in the first label only";
            }
        }
        if (!LabelGlob.isLiteral(labels.getLast())) {
            return "the last label of a host takes no wildcard";
        }
        boolean plain = labels.stream()
                .allMatch(label -> LabelGlob.isLiteral(label) || label.chars().allMatch(c -> c < 0x80));
        return plain ? "" : "a label with a wildcard is written in ASCII";
    }

    private static HostPattern shape(List<String> labels) {
        List<String> rest = labels.subList(1, labels.size());
        boolean literalRest = rest.stream().allMatch(LabelGlob::isLiteral);
        boolean many = labels.getFirst().equals("**");
        if (literalRest && (many || labels.getFirst().equals("*"))) {
            String suffix = String.join(".", rest);
            return many ? new HostPattern.Under(suffix) : new HostPattern.OneUnder(suffix);
        }
        return new HostPattern.Labels(many, many ? rest : labels);
    }

    /**
     * Validates labels with the ordinary parser of hosts, with a letter in place of each star.
     *
     * @param shape builds the pattern that labels with stars mean in the caller's dialect
     */
    public static Parsed<HostPattern> withStars(List<String> labels, Function<List<String>, HostPattern> shape) {
        return validated(labels, String.join(".", labels).replace("**", "*").replace('*', 'a'), shape);
    }

    /** Validates labels by a sample in which no wildcard is left. */
    private static Parsed<HostPattern> validated(
            List<String> labels, String sample, Function<List<String>, HostPattern> shape) {
        return switch (CanonicalHost.parseDocument(sample)) {
            case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted(var host) -> {
                List<String> canonical = new ArrayList<>(List.of(host.text().split("\\.", -1)));
                if (host.isAddress() || canonical.size() != labels.size()) {
                    yield new Parsed.Rejected<>("beside a wildcard the dots of a host are written in ASCII", 0);
                }
                for (int i = 0; i < labels.size(); i++) {
                    if (!LabelGlob.isLiteral(labels.get(i))) {
                        canonical.set(i, labels.get(i).toLowerCase(Locale.ROOT));
                    }
                }
                yield new Parsed.Accepted<>(shape.apply(canonical));
            }
        };
    }

    /** Returns a pattern as this dialect writes it, in canonical form; an IPv6 address has no brackets. */
    public static String text(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> "**";
            case HostPattern.Exact(String host) -> host;
            case HostPattern.Under(String suffix) -> "**." + suffix;
            case HostPattern.OneUnder(String suffix) -> "*." + suffix;
            case HostPattern.Labels(boolean manyFirst, List<String> labels) ->
                (manyFirst ? "**." : "") + String.join(".", labels);
        };
    }
}
