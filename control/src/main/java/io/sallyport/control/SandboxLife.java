package io.sallyport.control;

import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.Admission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.Lease;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.Compilation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of single sandboxes: put, changed, ended. A put is read and compiled, its parts are prepared, its budget is set
 * aside, it is written, and then requests see it; where one of these fails, all is as before. Each method is called in the
 * sandbox's lane and may block.
 */
final class SandboxLife {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxLife.class);

    private final Commits commits;
    private final CompiledPolicies policies;
    private final Function<Account, Admission> admissions;
    private final Families families;
    private final EffectiveLease effective;

    /** @param admissions makes the admission of a new sandbox */
    SandboxLife(Commits commits, CompiledPolicies policies, Function<Account, Admission> admissions) {
        this.commits = commits;
        this.policies = policies;
        this.admissions = admissions;
        this.families = new Families(commits);
        this.effective = new EffectiveLease(commits);
    }

    SandboxAnswer put(Submission put) {
        SandboxAnswer refusal = put.refusal(commits);
        if (refusal != null) {
            return refusal;
        }
        return switch (policies.sandbox(
                put.id(), put.documents(), effective.of(put.documents()), commits.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(var why) -> new SandboxAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) ->
                commits.parts()
                        .put(
                                put.id(),
                                spec,
                                commits.find(put.id()) != null,
                                () -> inFamily(spec.documents().parent(), put.id(), () -> commit(put, spec, warnings)));
        };
    }

    /** Whether it can be taken is asked again: compiling it and preparing its parts took a while. */
    private SandboxAnswer commit(Submission put, SandboxSpec spec, List<Diagnostic> warnings) throws StateException {
        SandboxAnswer refusal = put.refusal(commits);
        if (refusal != null) {
            return refusal;
        }
        SandboxState before = commits.find(put.id());
        Diagnostic beyond = families.refusal(spec, before);
        if (beyond != null) {
            return new SandboxAnswer.Refused(List.of(beyond));
        }
        return before == null ? create(put, spec, warnings) : replace(before, put, spec, warnings);
    }

    /** A new sandbox; where it does not come into force, what was set aside for it goes back. */
    private SandboxAnswer create(Submission put, SandboxSpec spec, List<Diagnostic> warnings) throws StateException {
        SandboxId id = put.id();
        Sandbox parent = families.parent(spec.documents());
        Account account = commits.accounts().open(id, Families.account(parent));
        boolean inForce = false;
        try {
            Diagnostic shortage = Families.grant(account, spec.budget());
            if (shortage != null) {
                return new SandboxAnswer.Refused(List.of(shortage));
            }
            Tokens fresh = newTokens();
            var unsaved = SandboxRecord.first(
                    id, commits.store().floor() + 1, epoch(), spec.documents(), digests(fresh), put.lease());
            PolicySnapshot snapshot =
                    policies.snapshot(spec, commits.guardrails().policy(), unsaved);
            SandboxRecord record = unsaved.withDigest(snapshot.digest());
            commits.save(record);
            var sandbox = new Sandbox(id, new PolicyHolder(snapshot), admissions.apply(account), parent);
            var state = new SandboxState(record, sandbox, spec, spec.lease(), snapshot, warnings);
            SandboxAnswer answer = inForce(state, true, fresh);
            inForce = true;
            return answer;
        } finally {
            if (!inForce) {
                commits.accounts().close(id);
            }
        }
    }

    /** The same for one that is there, which has its budget of before where that fails. */
    private SandboxAnswer replace(SandboxState before, Submission put, SandboxSpec spec, List<Diagnostic> warnings)
            throws StateException {
        Account account = before.sandbox().admission().account();
        boolean inForce = false;
        try {
            Diagnostic shortage = Families.grant(account, spec.budget());
            if (shortage != null) {
                return new SandboxAnswer.Refused(List.of(shortage));
            }
            Tokens fresh = put.change().rotateToken() ? newTokens() : null;
            SandboxRecord next = before.record().next(before.generation() + 1, epoch(), spec.documents());
            SandboxAnswer answer = written(before, rotated(next, fresh), spec, warnings, fresh);
            inForce = true;
            return answer;
        } finally {
            if (!inForce) {
                account.force(before.budget());
            }
        }
    }

    SandboxAnswer phase(SandboxId id, Phase phase) {
        return again(id, before -> {
            SandboxRecord next = before.record().next(before.generation() + 1, epoch(), phase);
            return written(before, next, before.spec(), before.diagnostics(), null);
        });
    }

    /** New tokens; the old ones are dead when it returns. What was granted is not looked at again. */
    SandboxAnswer rotate(SandboxId id) {
        return again(id, before -> {
            SandboxRecord next = before.record()
                    .next(before.generation() + 1, epoch(), before.record().phase());
            Tokens fresh = newTokens();
            return written(before, rotated(next, fresh), before.spec(), before.diagnostics(), fresh);
        });
    }

    private interface Change {
        SandboxAnswer of(SandboxState before) throws StateException;
    }

    private SandboxAnswer again(SandboxId id, Change change) {
        return inFamily(null, id, () -> {
            SandboxState before = commits.find(id);
            return before == null ? new SandboxAnswer.Unknown() : change.of(before);
        });
    }

    /** The next generation of one that is there. */
    private SandboxAnswer written(
            SandboxState before,
            SandboxRecord unsaved,
            @Nullable SandboxSpec spec,
            List<Diagnostic> diagnostics,
            @Nullable Tokens fresh)
            throws StateException {
        PolicySnapshot snapshot = policies.snapshot(spec, commits.guardrails().policy(), unsaved);
        SandboxRecord record = unsaved.withDigest(snapshot.digest());
        commits.save(record);
        Lease lease = spec == null ? before.lease() : spec.lease();
        return inForce(new SandboxState(record, before.sandbox(), spec, lease, snapshot, diagnostics), false, fresh);
    }

    private SandboxAnswer inForce(SandboxState next, boolean created, @Nullable Tokens fresh) {
        commits.put(next);
        return new SandboxAnswer.InForce(
                Views.of(next, certificate(next.id()), commits.parts().report(next.sandbox())),
                created,
                next.diagnostics(),
                fresh);
    }

    /** Made with the sandbox, and removed in this lane alone. */
    private String certificate(SandboxId sandbox) {
        String certificate = commits.cas().certificatePem(sandbox);
        if (certificate == null) {
            throw new IllegalStateException("a sandbox without CA: " + sandbox);
        }
        return certificate;
    }

    private long epoch() {
        return commits.guardrails().stored().epoch();
    }

    private static Tokens newTokens() {
        return new Tokens(Secrets.token(), Secrets.hexToken(), Map.of());
    }

    private static SandboxRecord.TokenDigests digests(Tokens fresh) {
        return new SandboxRecord.TokenDigests(Secrets.sha256(fresh.proxyToken()), Secrets.sha256(fresh.fetchToken()));
    }

    private static SandboxRecord rotated(SandboxRecord next, @Nullable Tokens fresh) {
        return fresh == null ? next : next.withTokens(digests(fresh));
    }

    private SandboxAnswer inFamily(@Nullable SandboxId parent, SandboxId id, PolicyControl.Work<SandboxAnswer> change) {
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
            SandboxState gone = commits.find(id);
            Boolean durable = gone == null ? commits.unwritten().isDurable(id) : Boolean.valueOf(commits.remove(gone));
            return durable == null ? Removal.UNKNOWN : durable ? Removal.DURABLE : Removal.NOT_DURABLE;
        });
    }
}
