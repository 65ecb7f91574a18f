package io.sallyport.leasebridge;

import com.google.re2j.Pattern;
import io.sallyport.model.Grant;
import io.sallyport.model.PathPattern;
import io.sallyport.model.PathPattern.Rest;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Set;

/**
 * Proves that one grant of requests covers another. Hosts are compared by their automata; a path that is neither equal,
 * literal nor a prefix is not proven.
 * Confined to its thread.
 */
public final class GrantCover {
    private final ComparisonBudget effort = new ComparisonBudget();

    /** Returns whether every host of {@code inner} is one of {@code outer}; false if that is not proven. */
    public static boolean covers(HostPattern outer, HostPattern inner) {
        return new GrantCover().coversHosts(outer, inner);
    }

    /** Returns whether every question that {@code inner} answers {@code outer} answers too; false if not proven. */
    public boolean covers(Grant.Net outer, Grant.Net inner) {
        return outer.kinds().containsAll(inner.kinds()) && coversRequests(outer, inner);
    }

    /** Returns whether every request of {@code inner} is one of {@code outer}; false if that is not proven. */
    public boolean coversRequests(Grant.Net outer, Grant.Net inner) {
        return outer.schemes().containsAll(inner.schemes())
                && coversAll(outer.ports(), inner.ports())
                && coversAll(outer.methods(), inner.methods())
                && outer.addresses().equals(inner.addresses())
                && outer.mode() == inner.mode()
                && (outer.query() == null || QueryComparison.same(outer.query(), inner.query()))
                && (outer.conditions().equals(Conditions.NONE)
                        || outer.conditions().equals(inner.conditions()))
                && coversPaths(outer.path(), inner.path())
                && coversHosts(outer.host(), inner.host());
    }

    /** Compares sets of which the empty one stands for all. */
    private static <T> boolean coversAll(Set<T> outer, Set<T> inner) {
        return outer.isEmpty() || (!inner.isEmpty() && outer.containsAll(inner));
    }

    private boolean coversHosts(HostPattern outer, HostPattern inner) {
        if (outer instanceof HostPattern.Any || outer.equals(inner)) {
            return true;
        }
        if (inner instanceof HostPattern.Any) {
            return false;
        }
        return inner instanceof HostPattern.Exact(var name)
                ? CanonicalHost.parseDocument(name) instanceof Parsed.Accepted(var host)
                        && Hosts.covers(outer, host, effort)
                : outer.equals(inner) || coversWildcard(outer, inner);
    }

    private boolean coversWildcard(HostPattern outer, HostPattern inner) {
        return PatternContainment.of(
                        Hosts.automaton(inner),
                        List.of(Hosts.automaton(outer)),
                        CanonicalForm.HOST,
                        UrlCover::isHost,
                        effort)
                instanceof PatternContainment.Covered;
    }

    private static boolean coversPaths(PathPattern outer, PathPattern inner) {
        return switch (outer.rest()) {
            case Rest.Nothing _ -> outer.equals(inner);
            case Rest.Anything _ -> startsWith(inner.literals(), outer.literals());
            case Rest.Matching _ ->
                outer.coversEveryPath()
                        || outer.equals(inner)
                        || (inner.rest() instanceof Rest.Nothing && matches(outer, inner.prefix()));
        };
    }

    private static boolean startsWith(List<String> path, List<String> prefix) {
        return path.size() >= prefix.size() && path.subList(0, prefix.size()).equals(prefix);
    }

    private static boolean matches(PathPattern pattern, String path) {
        return pattern.expressions().stream()
                .allMatch(expression -> Pattern.compile(expression).matches(path));
    }
}
