package io.sallyport.policycompiler.reach;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.AllowLease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.Grant;
import io.sallyport.model.Scheme;
import io.sallyport.model.text.Ascii;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads properties that people write: {@code [METHOD[,METHOD...]] HOST-OR-URL-PATTERN}, with the patterns of leases.
 * What is not written means any, so that a property never says less than it seems to: any method, any port, any path,
 * and of a bare host any scheme.
 */
public final class PropertyReader {
    private static final int MAX_CHARS = 4_096;

    private PropertyReader() {}

    /** Reads a property that no request of a pattern is let through. */
    public static Parsed<ReachProperty> never(String written) {
        List<String> words = List.of(written.strip().split("\\s+", -1));
        if (words.size() > 2 || written.length() > MAX_CHARS) {
            return new Parsed.Rejected<>("expected: [METHOD] HOST-OR-URL-PATTERN", 0);
        }
        ValueSet<String> methods =
                words.size() == 1 || words.getFirst().equals("*") ? ValueSet.all() : methods(words.getFirst());
        if (methods.isEmpty()) {
            return new Parsed.Rejected<>("a method is an HTTP token in the case of the request, such as POST", 0);
        }
        return of("never " + written.strip(), words.getLast(), methods);
    }

    /**
     * Reads a property that no other methods are let through.
     *
     * @param written methods, separated by commas
     * @param at a host or URL pattern, {@code *} for any host
     */
    public static Parsed<ReachProperty> only(String written, String at) {
        ValueSet<String> methods = methods(written.strip());
        return methods.isEmpty()
                ? new Parsed.Rejected<>("a method is an HTTP token in the case of the request, such as GET", 0)
                : of("only " + written.strip() + " at " + at.strip(), at.strip(), ValueSet.except(methods.listed()));
    }

    /** Returns the methods of a list; none if one is no token. */
    private static ValueSet<String> methods(String written) {
        Set<String> methods = new HashSet<>(List.of(written.split(",", -1)));
        return ValueSet.of(methods.stream().allMatch(PropertyReader::isToken) ? methods : Set.of());
    }

    private static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> Ascii.isName(c) || "!#$%&'*+.^`|~".indexOf(c) >= 0);
    }

    private static Parsed<ReachProperty> of(String text, String pattern, ValueSet<String> methods) {
        boolean isUrl = pattern.contains("://");
        if (pattern.indexOf('?') >= 0) {
            return new Parsed.Rejected<>("a property says nothing of a query", pattern.indexOf('?'));
        }
        boolean hasPath = isUrl && pattern.indexOf('/', pattern.indexOf("://") + 3) >= 0;
        return switch (AllowLease.read(List.of(isUrl && !hasPath ? pattern + "/**" : pattern))) {
            case AllowLease.Refused(List<Diagnostic> diagnostics) ->
                new Parsed.Rejected<>(diagnostics.getFirst().message(), 0);
            case AllowLease.Written(String lease, var _, var _) -> {
                var budget = new StateBudget(Reach.MAX_STATES);
                List<RequestBox> regions = regions(lease, isUrl, hasPort(pattern), methods, budget);
                yield budget.isSpent()
                        ? new Parsed.Rejected<>("the pattern is too large to be computed", 0)
                        : new Parsed.Accepted<>(new ReachProperty.Never(text, regions));
            }
        };
    }

    private static boolean hasPort(String pattern) {
        int from = pattern.contains("://") ? pattern.indexOf("://") + 3 : 0;
        int slash = pattern.indexOf('/', from);
        String authority = pattern.substring(from, slash < 0 ? pattern.length() : slash);
        return authority.indexOf(':', authority.indexOf(']') + 1) >= 0;
    }

    private static List<RequestBox> regions(
            String lease, boolean isUrl, boolean hasPort, ValueSet<String> methods, StateBudget budget) {
        BoxReader reader = new BoxReader(budget);
        List<RequestBox> regions = new ArrayList<>();
        if (LeaseReader.read("property", lease, null, null) instanceof LeaseReader.Read read) {
            for (Grant grant : read.lease().grants()) {
                if (grant instanceof Grant.Net net) {
                    regions.add(region(hasPort ? net : net.on(Set.of()), isUrl, methods, reader));
                }
            }
        }
        return regions.stream().distinct().toList();
    }

    private static RequestBox region(Grant.Net net, boolean isUrl, ValueSet<String> methods, BoxReader reader) {
        EnumSet<Scheme> schemes = EnumSet.copyOf(net.schemes());
        if (schemes.contains(Scheme.HTTP)) {
            schemes.add(Scheme.API);
        }
        return reader.region(net, isUrl ? ValueSet.of(schemes) : ValueSet.all(), methods);
    }
}
