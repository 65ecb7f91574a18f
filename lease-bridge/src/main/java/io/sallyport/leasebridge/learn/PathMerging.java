package io.sallyport.leasebridge.learn;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Merges rules of one method whose paths differ in one segment that names one thing of many: a number, an id. The first
 * segment is never merged: it would open every part of a host.
 */
final class PathMerging {
    /** Paths with more segments stay as they are. */
    static final int MAX_SEGMENTS = 32;

    private PathMerging() {}

    /** What rules have in common that differ in one segment. */
    private record Siblings(
            Scheme scheme,
            CanonicalHost host,
            int port,
            @Nullable String method,
            LearnedPath withoutIt) {}

    /**
     * Returns fewer rules that admit more.
     *
     * @param atLeast how many siblings become one rule; 0 merges nothing
     */
    static List<LearnedRule> of(List<LearnedRule> rules, int atLeast) {
        List<LearnedRule> merged = rules;
        for (int position = MAX_SEGMENTS - 1; position > 0 && atLeast > 0; position--) {
            merged = at(position, merged, atLeast);
        }
        return merged;
    }

    private static List<LearnedRule> at(int position, List<LearnedRule> rules, int atLeast) {
        Map<Object, List<LearnedRule>> groups = new LinkedHashMap<>();
        for (LearnedRule rule : rules) {
            groups.computeIfAbsent(key(position, rule), _ -> new ArrayList<>()).add(rule);
        }
        return groups.values().stream()
                .flatMap(group -> group.size() < atLeast || text(position, group.getFirst()) == null
                        ? group.stream()
                        : Stream.of(merged(position, group)))
                .toList();
    }

    /** Returns what siblings share, or the rule itself if it has none at that position. */
    private static Object key(int position, LearnedRule rule) {
        LearnedPath path = rule.path();
        return path == null || text(position, rule) == null
                ? rule
                : new Siblings(
                        rule.scheme(),
                        rule.host(),
                        rule.port(),
                        rule.method(),
                        path.with(position, LearnedSegment.Merged.ANY));
    }

    private static @Nullable String text(int position, LearnedRule rule) {
        LearnedPath path = rule.path();
        return path == null || path.segments().size() > MAX_SEGMENTS ? null : path.variable(position);
    }

    private static LearnedRule merged(int position, List<LearnedRule> group) {
        List<String> texts = group.stream()
                .map(rule -> Objects.requireNonNull(text(position, rule)))
                .toList();
        List<CanonicalRequest> requests =
                group.stream().flatMap(rule -> rule.requests().stream()).toList();
        Sighting seen =
                group.stream().map(LearnedRule::seen).reduce(Sighting::and).orElseThrow();
        LearnedRule first = group.getFirst();
        LearnedPath path = Objects.requireNonNull(first.path());
        return first.with(path.with(position, LearnedSegment.Merged.of(texts)), requests, seen);
    }
}
