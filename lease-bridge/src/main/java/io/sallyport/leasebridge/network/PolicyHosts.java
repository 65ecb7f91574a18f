package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.HostPatternReader;
import io.sallyport.leasebridge.PublicSuffixes;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the host of an endpoint of a network policy. Here a star is part of one label, and {@code **} as the whole
 * first label is one or more labels (specs: network policy, section 4), unlike in leases.
 */
final class PolicyHosts {
    /** A skill's manifest has {@code over_public_suffix}; the schema of policies has no such field. */
    private static final String NO_ACKNOWLEDGEMENT =
            "name the exact hosts: a network policy has no word that says such a wildcard is meant";

    private PolicyHosts() {}

    /** A host pattern, or the reason why there is none. */
    sealed interface Reading {}

    /** @param literal the only host that it covers, or null if it has a wildcard */
    record Accepted(HostPattern pattern, @Nullable CanonicalHost literal) implements Reading {}

    /**
     * A refusal.
     *
     * @param at the index of the first offending char
     * @param help what to write instead, or null
     */
    record Rejected(String why, int at, @Nullable String help) implements Reading {
        Rejected(String why, int at) {
            this(why, at, null);
        }
    }

    /** No host of a request is like this, but the dialect lets it stand. */
    record Never(String why, int at) implements Reading {}

    static Reading read(String written, PolicyDialect dialect) {
        if (written.indexOf('*') < 0) {
            return switch (CanonicalHost.parseDocument(written)) {
                case Parsed.Accepted(var host) -> new Accepted(new HostPattern.Exact(host.text()), host);
                case Parsed.Rejected(var why, int at)
                when dialect.has(PolicySwitch.INERT_DENY) && isPrintable(written) -> new Never(why, at);
                case Parsed.Rejected(var why, int at) -> new Rejected(why, at);
            };
        }
        for (int i = 0; i < written.length(); i++) {
            if ("?[]{}\\".indexOf(written.charAt(i)) >= 0) {
                return new Rejected("beside a star, ? and brackets are not there yet", i);
            }
        }
        List<String> labels = Arrays.asList(written.split("\\.", -1));
        String fault = fault(labels);
        return fault.isEmpty() ? withStars(labels, dialect.has(PolicySwitch.BROAD_HOSTS)) : new Rejected(fault, 0);
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
        if (labels.getLast().indexOf('*') >= 0) {
            return "the last label of a host takes no wildcard";
        }
        return "";
    }

    /** @param broad whether everybody may register a name below the wildcard */
    private static Reading withStars(List<String> labels, boolean broad) {
        return switch (HostPatternReader.withStars(labels, PolicyHosts::shape)) {
            case Parsed.Accepted(var pattern)
            when !broad && PublicSuffixes.isBelow(pattern) ->
                new Rejected("everybody can register a name under it", 0, NO_ACKNOWLEDGEMENT);
            case Parsed.Accepted(var pattern) -> new Accepted(pattern, null);
            case Parsed.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static boolean isPrintable(String written) {
        return !written.isEmpty() && written.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    private static HostPattern shape(List<String> labels) {
        List<String> rest = labels.subList(1, labels.size());
        boolean literalRest = rest.stream().allMatch(label -> label.indexOf('*') < 0);
        boolean many = labels.getFirst().equals("**");
        if (literalRest && (many || labels.getFirst().equals("*"))) {
            String suffix = String.join(".", rest);
            return many ? new HostPattern.Under(suffix) : new HostPattern.OneUnder(suffix);
        }
        return new HostPattern.Labels(many, many ? rest : labels);
    }
}
