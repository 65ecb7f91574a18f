package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import io.sallyport.decision.Judge;
import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.decision.explain.Suggestion.Proposal;
import io.sallyport.leasebridge.suggest.Folding;
import io.sallyport.leasebridge.suggest.LeastGrant;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grant;
import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the least that would have to be granted so that refused requests pass. What no grant would help (a guardrail, an error)
 * is left refused, and said to be. Confined to its thread.
 */
final class Suggester {
    private final Probe probe;
    private final Author guardrails;
    private final Author sandbox;
    private final Predicate<LeastGrant> mayBeGranted;
    private final Map<Side, List<Grant.Net>> grants = new EnumMap<>(Side.class);
    private final List<Proposal> proposals = new ArrayList<>();

    /** @param mayBeGranted whether a line stays within what whoever puts the documents can give */
    Suggester(
            Probe probe,
            GrantReader.Reading reading,
            Author guardrails,
            Author sandbox,
            Predicate<LeastGrant> mayBeGranted) {
        this.probe = probe;
        this.guardrails = guardrails;
        this.sandbox = sandbox;
        this.mayBeGranted = mayBeGranted;
        reading.sides().forEach(side -> grants.put(side, reading.ofSide(side)));
    }

    Suggestion suggest(Collection<CanonicalRequest> requests) {
        Map<CanonicalRequest, Decision> now = verdicts(requests);
        List<LeastGrant> exact = Folding.exact(now.entrySet().stream()
                .filter(entry -> entry.getValue().reason() == ReasonCode.NO_GRANT)
                .map(Map.Entry::getKey)
                .toList());
        for (LeastGrant line : Folding.folded(exact)) {
            if (!propose(line)) {
                exactly(line, exact).forEach(this::propose);
            }
        }
        List<Outcome> outcomes = new ArrayList<>();
        verdicts(now.keySet())
                .forEach((request, then) -> outcomes.add(
                        new Outcome(request, Objects.requireNonNull(now.get(request), "asked before"), then)));
        return new Suggestion(proposals, outcomes);
    }

    private static List<LeastGrant> exactly(LeastGrant folded, List<LeastGrant> exact) {
        return folded.requests().size() < Folding.ENOUGH
                ? List.of()
                : exact.stream()
                        .filter(line -> folded.requests().containsAll(line.requests()))
                        .toList();
    }

    /** False where the line is too much, or some document has no word for it. */
    private boolean propose(LeastGrant line) {
        List<Remedy> remedies = new ArrayList<>();
        List<Side> sides = refusing(line.requests().getFirst());
        for (Side side : sides) {
            Remedy remedy = mayBeGranted.test(line) ? Remedy.of(side, line) : null;
            if (remedy == null) {
                return false;
            }
            remedies.add(remedy);
        }
        if (sides.isEmpty()) {
            return true;
        }
        List<Addition> additions = remedies.stream().map(Remedy::addition).toList();
        for (int i = 0; i < sides.size(); i++) {
            grants.merge(sides.get(i), remedies.get(i).grants(), Suggester::joined);
        }
        proposals.add(new Proposal(additions, line.requests().size(), line.opens()));
        return true;
    }

    /** Those that do not grant it yet; where nobody is asked at all, a lease is what is missing. */
    private List<Side> refusing(CanonicalRequest request) {
        List<Side> asked = grants.keySet().stream()
                .filter(side -> side.kinds().contains(request.kind()))
                .toList();
        return asked.isEmpty()
                ? List.of(Side.LEASE)
                : asked.stream().filter(side -> !isGranted(side, request)).toList();
    }

    private boolean isGranted(Side side, CanonicalRequest request) {
        Map<Side, List<Grant.Net>> alone = Map.of(side, grants.getOrDefault(side, List.of()));
        return probe.judge(Author.SILENT, Author.SILENT, alone).decide(request) instanceof Decision.Allow;
    }

    /** What the grants, as they are by now, make of each request. */
    private Map<CanonicalRequest, Decision> verdicts(Collection<CanonicalRequest> requests) {
        Judge judge = probe.judge(guardrails, sandbox, grants);
        Map<CanonicalRequest, Decision> verdicts = new LinkedHashMap<>();
        requests.forEach(request -> verdicts.put(request, judge.decide(request)));
        return verdicts;
    }

    private static List<Grant.Net> joined(List<Grant.Net> some, List<Grant.Net> more) {
        Set<Grant.Net> all = new LinkedHashSet<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }
}
