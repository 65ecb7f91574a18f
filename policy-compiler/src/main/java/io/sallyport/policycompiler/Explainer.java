package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Change;
import io.sallyport.decision.explain.Explanation.Covering;
import io.sallyport.decision.explain.Explanation.Granting;
import io.sallyport.decision.explain.Explanation.Narrowing;
import io.sallyport.decision.explain.Explanation.Near;
import io.sallyport.decision.explain.Explanation.Step;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.model.Decision;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains the decision on one question step by step. Every step is an evaluation of the library with less input: one
 * author alone, one grant alone, one part of a grant. Confined to one thread; costs some microseconds per grant for the
 * question's host or kind.
 */
record Explainer(PolicyProbe probe, DocumentGrants reading, Author guardrails, Author sandbox) {
    /** The maximum number of grants that are evaluated one by one. */
    private static final int MAX_ASKED = 10_000;

    /** The maximum number of those whose differences are determined. */
    private static final int MAX_COMPARED = 200;

    /** Returns the steps of a question with that judgement; generation and digest are those of the policy. */
    Explanation explain(Question question, Judgement judged, long generation, String digest) {
        List<Step> steps = new ArrayList<>();
        addAuthor("guardrails", guardrails, Author.SILENT, question, steps);
        addAuthor("sandbox", Author.SILENT, sandbox, question, steps);
        addSides(question, steps);
        boolean grantHelps = judged.decision().reason() == ReasonCode.NO_GRANT;
        return new Explanation(
                question,
                judged.decision(),
                judged.fault(),
                generation,
                digest,
                steps,
                grantHelps ? change(question) : null);
    }

    /** Adds a step for an author; authors without Rego have none. */
    private void addAuthor(String name, Author team, Author own, Question question, List<Step> steps) {
        if (!team.equals(Author.SILENT) || !own.equals(Author.SILENT)) {
            steps.add(new Narrowing(name, probe.byAuthors(team, own, question)));
        }
    }

    private void addSides(Question question, List<Step> steps) {
        for (GrantSide side : GrantSide.values()) {
            if (reading.sides().contains(side) && side.isAskedOf(question.kind())) {
                steps.add(granting(side, question));
            }
        }
    }

    private Granting granting(GrantSide side, Question question) {
        List<Grant> close = NearestGrants.closest(reading.ofSide(side), question);
        List<Covering> covering = new ArrayList<>();
        List<Grant> others = new ArrayList<>();
        for (Grant grant : close.stream().limit(MAX_ASKED).toList()) {
            if (!(probe.byOne(side, grant, question) instanceof Decision.Allow allow)) {
                others.add(grant);
            } else if (covering.size() < Granting.MAX_SHOWN) {
                covering.add(new Covering(
                        grant.rule(),
                        text(grant),
                        at(grant),
                        allow.obligations().intercept()));
            }
        }
        return new Granting(side.word(), covering, near(side, others, question), close.size());
    }

    private List<Near> near(GrantSide side, List<Grant> others, Question question) {
        return others.stream()
                .limit(MAX_COMPARED)
                .map(grant -> new Near(grant.rule(), text(grant), at(grant), probe.differences(side, grant, question)))
                .distinct()
                .sorted(Comparator.comparingInt(near -> near.differs().size()))
                .limit(Granting.MAX_SHOWN)
                .toList();
    }

    private @Nullable Provenance at(Grant grant) {
        return reading.provenance().get(grant.rule());
    }

    private static String text(Grant grant) {
        return switch (grant) {
            case Grant.Net net -> net.text();
            case Grant.Named named -> named.text();
        };
    }

    /** Returns what would be suggested for this question alone, or null if some document cannot express it. */
    private @Nullable Change change(Question question) {
        Suggestion suggestion =
                new Suggester(probe, reading, guardrails, sandbox, _ -> true).suggest(List.of(question));
        return suggestion.proposals().isEmpty()
                ? null
                : new Change(
                        suggestion.proposals().getFirst().additions(),
                        suggestion.outcomes().getFirst().then());
    }
}
