package io.sallyport.leasebridge.learn;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules that admit what was seen, by host, port, path and method; and what no rule is made for. Immutable.
 *
 * @param unlearned in the order in which it came
 */
record LearnedRules(List<LearnedRule> rules, Map<Unlearned, Sighting> unlearned) {
    private static final Comparator<LearnedRule> ORDER = Comparator.comparing(
                    (LearnedRule rule) -> rule.host().text())
            .thenComparingInt(LearnedRule::port)
            .thenComparing(LearnedRule::scheme)
            .thenComparing(rule -> rule.path() == null ? "" : rule.path().glob())
            .thenComparing(rule -> rule.method() == null ? "" : rule.method());

    /** A host with a port. */
    private record Authority(CanonicalHost host, int port) {
        static Authority of(CanonicalRequest request) {
            return new Authority(request.host(), request.port());
        }
    }

    LearnedRules {
        rules = rules.stream().sorted(ORDER).toList();
    }

    /**
     * Returns the rules for what was observed.
     *
     * @param mergePaths as in {@link PathMerging#of}
     */
    static LearnedRules of(Observed observed, LearningScreen screen, int mergePaths) {
        Map<Unlearned, Sighting> unlearned = new LinkedHashMap<>(observed.unlearned());
        Map<CanonicalRequest, Sighting> admitted = new LinkedHashMap<>();
        observed.wanted().forEach((request, seen) -> {
            String why = screen.why(request);
            if (why == null) {
                admitted.put(request, seen);
            } else {
                unlearned.merge(Unlearned.of(request, why), seen, Sighting::and);
            }
        });
        Set<Authority> seen = observed.wanted().keySet().stream()
                .filter(request -> request.path() != null)
                .map(Authority::of)
                .collect(Collectors.toSet());
        observed.tunnels().forEach((tunnel, times) -> {
            if (!seen.contains(Authority.of(tunnel))) {
                String why = screen.why(tunnel);
                unlearned.merge(
                        Unlearned.of(tunnel, why == null ? "no request was seen in the tunnel" : why),
                        times,
                        Sighting::and);
            }
        });
        return new LearnedRules(PathMerging.of(rules(admitted), mergePaths), unlearned);
    }

    /** Leaves out tunnels to which something is known of what is inside. */
    private static List<LearnedRule> rules(Map<CanonicalRequest, Sighting> admitted) {
        Set<Authority> known = new HashSet<>();
        admitted.keySet().stream()
                .filter(request -> request.path() != null)
                .map(Authority::of)
                .forEach(known::add);
        List<LearnedRule> rules = new ArrayList<>();
        admitted.forEach((request, seen) -> {
            if (request.path() != null || !known.contains(Authority.of(request))) {
                rules.add(LearnedRule.of(request, seen));
            }
        });
        return rules;
    }

    /** Returns those that a lease can say, and the others among what no rule is made for. */
    LearnedRules ofLease() {
        Map<Unlearned, Sighting> more = new LinkedHashMap<>(unlearned);
        rules.stream()
                .filter(rule -> LearnedLease.pattern(rule) == null)
                .forEach(rule -> more.merge(
                        Unlearned.of(rule.requests().getFirst(), "a lease has no pattern for it, --as policy has"),
                        rule.seen(),
                        Sighting::and));
        return new LearnedRules(
                rules.stream()
                        .filter(rule -> LearnedLease.pattern(rule) != null)
                        .toList(),
                more);
    }

    Collection<CanonicalHost> hosts() {
        return rules.stream().map(LearnedRule::host).collect(Collectors.toSet());
    }

    /** Returns the times of all rules together; null if there is none. */
    @Nullable
    Sighting seen() {
        return rules.stream().map(LearnedRule::seen).reduce(Sighting::and).orElse(null);
    }

    /** Returns the requests that the rules were made of. */
    List<CanonicalRequest> requests() {
        return rules.stream().flatMap(rule -> rule.asked().stream()).toList();
    }
}
