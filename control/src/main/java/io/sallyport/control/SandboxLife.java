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

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final Function<Account, Admission> admissions;
    private final FamilyRules families;
    private final EffectiveLease effective;

    /** @param admissions makes the admission of a new sandbox */
    SandboxLife(SandboxStates states, CompiledPolicies policies, Function<Account, Admission> admissions) {
        this.states = states;
        this.policies = policies;
        this.admissions = admissions;
        this.families = new FamilyRules(states);
        this.effective = new EffectiveLease(states);
    }

    SandboxAnswer put(PutRequest put) {
        SandboxAnswer refusal = put.refusal(states);
        if (refusal != null) {
            return refusal;
        }
        return switch (policies.sandbox(
                put.id(), put.documents(), effective.of(put.documents()), states.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(var why) -> new SandboxAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) ->
                states.parts()
                        .put(
                                put.id(),
                                spec,
                                states.find(put.id()) != null,
                                () -> inFamily(spec.documents().parent(), put.id(), () -> commit(put, spec, warnings)));
        };
    }

    /** Whether it can be taken is asked again: compiling it and preparing its parts took a while. */
    private SandboxAnswer commit(PutRequest put, SandboxSpec spec, List<Diagnostic> warnings) throws StateException {
        SandboxAnswer refusal = put.refusal(states);
        if (refusal != null) {
            return refusal;
        }
        SandboxState before = states.find(put.id());
        Diagnostic beyond = families.refusal(spec, before);
        if (beyond != null) {
            return new SandboxAnswer.Refused(List.of(beyond));
        }
        return before == null ? create(put, spec, warnings) : replace(before, put, spec, warnings);
    }

    /** A new sandbox; where it does not come into force, what was set aside for it goes back. */
    private SandboxAnswer create(PutRequest put, SandboxSpec spec, List<Diagnostic> warnings) throws StateException {
        SandboxId id = put.id();
        Sandbox parent = families.parent(spec.documents());
        Account account = states.accounts().open(id, FamilyRules.account(parent));
        boolean inForce = false;
        try {
            Diagnostic shortage = FamilyRules.grant(account, spec.budget());
            if (shortage != null) {
                return new SandboxAnswer.Refused(List.of(shortage));
            }
            Tokens fresh = newTokens();
            var unsaved = SandboxRecord.first(
                    id, states.store().floor() + 1, epoch(), spec.documents(), digests(fresh), put.lease());
            PolicySnapshot snapshot =
                    policies.snapshot(spec, states.guardrails().policy(), unsaved);
            SandboxRecord record = unsaved.withDigest(snapshot.digest());
            states.save(record);
            var sandbox = new Sandbox(id, new PolicyHolder(snapshot), admissions.apply(account), parent);
            var state = new SandboxState(record, sandbox, spec, spec.lease(), snapshot, warnings);
            SandboxAnswer answer = inForce(state, true, fresh);
            inForce = true;
            return answer;
        } finally {
            if (!inForce) {
                states.accounts().close(id);
            }
        }
    }

    /** The same for one that is there, which has its budget of before where that fails. */
    private SandboxAnswer replace(SandboxState before, PutRequest put, SandboxSpec spec, List<Diagnostic> warnings)
            throws StateException {
        Account account = before.sandbox().admission().account();
        boolean inForce = false;
        try {
            Diagnostic shortage = FamilyRules.grant(account, spec.budget());
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
            SandboxState before = states.find(id);
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
        PolicySnapshot snapshot = policies.snapshot(spec, states.guardrails().policy(), unsaved);
        SandboxRecord record = unsaved.withDigest(snapshot.digest());
        states.save(record);
        Lease lease = spec == null ? before.lease() : spec.lease();
        return inForce(new SandboxState(record, before.sandbox(), spec, lease, snapshot, diagnostics), false, fresh);
    }

    private SandboxAnswer inForce(SandboxState next, boolean created, @Nullable Tokens fresh) {
        states.put(next);
        return new SandboxAnswer.InForce(
                SandboxViews.of(next, certificate(next.id()), states.parts().report(next.sandbox())),
                created,
                next.diagnostics(),
                fresh);
    }

    /** Made with the sandbox, and removed in this lane alone. */
    private String certificate(SandboxId sandbox) {
        String certificate = states.cas().certificatePem(sandbox);
        if (certificate == null) {
            throw new IllegalStateException("a sandbox without CA: " + sandbox);
        }
        return certificate;
    }

    private long epoch() {
        return states.guardrails().stored().epoch();
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
            return states.inFamily(parent, id, change);
        } catch (StateException e) {
            LOG.error("a change of {} is not in force: the state cannot be written", id, e);
            return new SandboxAnswer.Unavailable("the state cannot be written");
        }
    }

    /** Ends the sandbox and all below it. */
    Removal delete(SandboxId id) throws StateException {
        return states.inFamily(null, id, () -> {
            SandboxState gone = states.find(id);
            Boolean durable = gone == null ? states.unwritten().isDurable(id) : Boolean.valueOf(states.remove(gone));
            return durable == null ? Removal.UNKNOWN : durable ? Removal.DURABLE : Removal.NOT_DURABLE;
        });
    }
}
