package io.sallyport.control;

import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.calls.Control.SuggestAnswer;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.guard.Guard;
import io.sallyport.model.DialRules;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why what a sandbox asks is decided as they are, and what would help. Changes nothing. */
final class Explanations {
    private final Commits commits;
    private final Policies policies;
    private final EffectiveLease effective;
    private final Guard guard;
    private final DialStep dial;

    Explanations(Commits commits, Policies policies, Guard guard, DialRules dials) {
        this.dial = new DialStep(dials);
        this.guard = guard;
        this.effective = new EffectiveLease(commits);
        this.commits = commits;
        this.policies = policies;
    }

    /** Null where there is no such sandbox. What does not load is refused whatever is asked, and has no steps of its own. */
    @Nullable
    Explanation explain(SandboxId id, Question question) {
        Kept kept = commits.find(id);
        return kept == null ? null : dial.of(Reasons.of(kept, question, own(kept, question), guard));
    }

    private Explanation own(Kept kept, Question question) {
        PolicySnapshot snapshot = kept.current();
        SandboxPolicy policy = kept.policy();
        if (policy != null && !kept.refused()) {
            return policies.explain(
                    policy,
                    commits.guardrails().policy(),
                    effective.of(kept.stored().documents()),
                    snapshot,
                    question);
        }
        Judge.Judgement judged = snapshot.judge(question);
        return new Explanation(
                question, judged.decision(), judged.fault(), snapshot.generation(), snapshot.digest(), List.of(), null);
    }

    SuggestAnswer suggest(SandboxId id, Collection<? extends Question> refused) {
        Kept kept = commits.find(id);
        if (kept == null) {
            return new SuggestAnswer.Unknown();
        }
        SandboxPolicy policy = kept.policy();
        if (policy == null || kept.refused()) {
            return new SuggestAnswer.Unavailable("the sandbox is refused everything: its policy does not load");
        }
        SandboxDocuments documents = effective.of(kept.stored().documents());
        return new SuggestAnswer.Suggested(Reasons.under(
                kept.sandbox(),
                dial.of(
                        refused,
                        questions -> policies.suggest(
                                policy,
                                commits.guardrails().policy(),
                                documents,
                                kept.current().facts(),
                                questions,
                                leaseOf(documents.parent())))));
    }

    /** The lease that a child's must stay within, or null where there is no parent. */
    private @Nullable String leaseOf(@Nullable SandboxId parent) {
        Kept kept = parent == null ? null : commits.find(parent);
        String lease =
                kept == null ? null : effective.of(kept.stored().documents()).lease();
        return parent != null && lease == null ? "{}" : lease;
    }
}
