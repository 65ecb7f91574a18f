package io.sallyport.control;

import io.sallyport.control.Policies.Made;
import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.store.StateException;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of single sandboxes. Each method is called in the sandbox's lane and may block. */
final class SandboxChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxChanges.class);

    private final Commits commits;
    private final SandboxCommits sandboxes;
    private final Policies policies;
    private final Families families;
    private final EffectiveLease effective;
    private final Companions companions;

    SandboxChanges(Commits commits, SandboxCommits sandboxes, Policies policies, Companions companions) {
        this.commits = commits;
        this.sandboxes = sandboxes;
        this.policies = policies;
        this.families = new Families(commits);
        this.effective = new EffectiveLease(commits);
        this.companions = companions;
    }

    SandboxAnswer put(Submission put) {
        SandboxAnswer refusal = put.refusal(commits);
        if (refusal != null) {
            return refusal;
        }
        return switch (policies.sandbox(put.id(), effective.of(put.documents()), commits.store(), true)) {
            case Made.Refused<SandboxPolicy>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Made.Unavailable<SandboxPolicy>(var why) -> new SandboxAnswer.Unavailable(why);
            case Made.Ready<SandboxPolicy> made ->
                companions.put(
                        put.id(),
                        put.documents(),
                        made.policy(),
                        commits.find(put.id()) != null,
                        () -> underLocks(put.documents().parent(), put.id(), () -> commit(put, made)));
        };
    }

    /** Whether it can be taken is asked again: making its policy and starting what runs beside it took a while. */
    private SandboxAnswer commit(Submission put, Made.Ready<SandboxPolicy> made) throws StateException {
        SandboxAnswer refusal = put.refusal(commits);
        if (refusal != null) {
            return refusal;
        }
        Kept before = commits.find(put.id());
        Diagnostic beyond = families.refusal(put.id(), put.documents(), before);
        if (beyond != null) {
            return new SandboxAnswer.Refused(List.of(beyond));
        }
        return before == null
                ? sandboxes.create(
                        NextGeneration.first(put, made, commits.store().floor(), epoch()))
                : sandboxes.replace(before, NextGeneration.replacing(before, put, made, epoch()));
    }

    SandboxAnswer phase(SandboxId id, Phase phase) {
        return again(id, before -> NextGeneration.inPhase(before, phase, epoch()));
    }

    /** New tokens; the old ones are dead when it returns. What was granted is not looked at again. */
    SandboxAnswer rotate(SandboxId id) {
        return again(id, before -> NextGeneration.rotated(before, epoch()));
    }

    private SandboxAnswer again(SandboxId id, Function<Kept, NextGeneration> next) {
        return underLocks(null, id, () -> {
            Kept before = commits.find(id);
            return before == null ? new SandboxAnswer.Unknown() : sandboxes.keep(before, next.apply(before));
        });
    }

    private long epoch() {
        return commits.guardrails().stored().epoch();
    }

    private SandboxAnswer underLocks(
            @Nullable SandboxId parent, SandboxId id, PolicyControl.Work<SandboxAnswer> change) {
        try {
            return commits.inFamily(parent, id, change);
        } catch (StateException e) {
            LOG.error("a change of {} is not in force: the state cannot be written", id, e);
            return new SandboxAnswer.Unavailable("the state cannot be written");
        }
    }

    /** Ends the sandbox and all below it. */
    Removal delete(SandboxId id) throws StateException {
        return commits.inFamily(null, id, () -> {
            Kept gone = commits.find(id);
            Boolean durable = gone == null ? commits.unwritten().isDurable(id) : Boolean.valueOf(commits.remove(gone));
            return durable == null ? Removal.UNKNOWN : durable ? Removal.DURABLE : Removal.NOT_DURABLE;
        });
    }
}
