package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import io.sallyport.decision.Judge;
import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.decision.explain.Suggestion.Proposal;
import io.sallyport.leasebridge.suggest.LeastGrant;
import io.sallyport.leasebridge.suggest.LeastLine;
import io.sallyport.leasebridge.suggest.LeastName;
import io.sallyport.leasebridge.suggest.NameFolding;
import io.sallyport.leasebridge.suggest.PathFolding;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grant;
import io.sallyport.model.Question;
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
 * Finds the smallest grants that would permit refused questions. A question that no grant helps (because of a guardrail
 * or an error), or that grants cover with another body, stays refused and is reported. Confined to one thread.
 */
final class Suggester {
    private final PolicyProbe probe;
    private final Author guardrails;
    private final Author sandbox;
    private final Predicate<LeastLine> mayBeGranted;
    private final Map<GrantSide, List<Grant>> grants = new EnumMap<>(GrantSide.class);
    private final List<Proposal> proposals = new ArrayList<>();

    /** @param mayBeGranted whether the owner of the documents may grant a line */
    Suggester(
            PolicyProbe probe,
            DocumentGrants reading,
            Author guardrails,
            Author sandbox,
            Predicate<LeastLine> mayBeGranted) {
        this.probe = probe;
        this.guardrails = guardrails;
        this.sandbox = sandbox;
        this.mayBeGranted = mayBeGranted;
        reading.sides().forEach(side -> grants.put(side, reading.ofSide(side)));
    }

    Suggestion suggest(Collection<? extends Question> questions) {
        Map<Question, Decision> now = verdicts(questions);
        List<Question> wanting = now.entrySet().stream()
                .filter(entry -> entry.getValue().reason() == ReasonCode.NO_GRANT)
                .map(Map.Entry::getKey)
                .filter(question -> !probe.restsOnBody(judge(), question))
                .toList();
        List<LeastGrant> requests = PathFolding.exact(of(CanonicalRequest.class, wanting));
        List<LeastName> actions = NameFolding.exact(of(CanonicalAction.class, wanting));
        PathFolding.folded(requests).forEach(line -> proposeOr(line, requests));
        NameFolding.folded(actions).forEach(line -> proposeOr(line, actions));
        List<Outcome> outcomes = new ArrayList<>();
        verdicts(now.keySet())
                .forEach((question, then) -> outcomes.add(
                        new Outcome(question, Objects.requireNonNull(now.get(question), "asked before"), then)));
        return new Suggestion(proposals, outcomes);
    }

    private static <T extends Question> List<T> of(Class<T> kind, List<Question> questions) {
        return questions.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Proposes a line, or, if it is not permitted, the lines that it was folded from. */
    private void proposeOr(LeastLine line, List<? extends LeastLine> exact) {
        if (!propose(line) && line.questions().size() >= PathFolding.ENOUGH) {
            exact.stream()
                    .filter(one -> line.questions().containsAll(one.questions()))
                    .forEach(this::propose);
        }
    }

    /** Returns false if the line is not permitted or some document cannot express it. */
    private boolean propose(LeastLine line) {
        List<ProposedLine> remedies = new ArrayList<>();
        List<GrantSide> sides = refusing(line.questions().getFirst());
        for (GrantSide side : sides) {
            ProposedLine remedy = mayBeGranted.test(line) ? ProposedLine.of(side, line) : null;
            if (remedy == null) {
                return false;
            }
            remedies.add(remedy);
        }
        if (sides.isEmpty()) {
            return true;
        }
        List<Addition> additions = remedies.stream().map(ProposedLine::addition).toList();
        for (int i = 0; i < sides.size(); i++) {
            grants.merge(sides.get(i), remedies.get(i).grants(), Suggester::joined);
        }
        proposals.add(new Proposal(additions, line.questions().size(), line.opens()));
        return true;
    }

    /** Returns the sides that do not grant the question yet; if no side is consulted, a lease is missing. */
    private List<GrantSide> refusing(Question question) {
        List<GrantSide> asked = grants.keySet().stream()
                .filter(side -> side.isAskedOf(question.kind()))
                .toList();
        return asked.isEmpty()
                ? List.of(GrantSide.LEASE)
                : asked.stream().filter(side -> !isGranted(side, question)).toList();
    }

    private boolean isGranted(GrantSide side, Question question) {
        Map<GrantSide, List<Grant>> alone = Map.of(side, grants.getOrDefault(side, List.of()));
        return probe.decide(probe.judge(Author.SILENT, Author.SILENT, alone), question) instanceof Decision.Allow;
    }

    /** Returns the decisions with the current grants. */
    private Map<Question, Decision> verdicts(Collection<? extends Question> questions) {
        Judge judge = judge();
        Map<Question, Decision> verdicts = new LinkedHashMap<>();
        questions.forEach(question -> verdicts.put(question, probe.decide(judge, question)));
        return verdicts;
    }

    private Judge judge() {
        return probe.judge(guardrails, sandbox, grants);
    }

    private static List<Grant> joined(List<Grant> some, List<Grant> more) {
        Set<Grant> all = new LinkedHashSet<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }
}
