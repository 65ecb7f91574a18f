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
 * The life of single sandboxes: created, changed, ended. A put is compiled, its parts are prepared, its budget is set
 * aside, its record is written, and only then do requests see it; if a step fails, everything stays as before. Each
 * method runs in the sandbox's lane and may block.
 */
final class SandboxLife {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxLife.class);

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final Function<Account, Admission> admissions;
    private final FamilyRules families;
    private final EffectiveLease effective;

    /** @param admissions creates the admission of a new sandbox */
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

    /** Checks again whether the put can be taken: compiling it and preparing its parts took a while. */
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

    /** Creates a sandbox. If it does not come into force, its budget is returned. */
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

    /** Replaces an existing sandbox. If that fails, its previous budget is restored. */
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

    /** Issues new tokens; the old ones are invalid when it returns. Grants are not checked again. */
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

    /** Writes the next generation of an existing sandbox. */
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

    /** Returns the certificate, which exists as long as the sandbox does: only this lane removes it. */
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

    /** Ends the sandbox and all its descendants. */
    Removal delete(SandboxId id) throws StateException {
        return states.inFamily(null, id, () -> {
            SandboxState gone = states.find(id);
            Boolean durable = gone == null ? states.unwritten().isDurable(id) : Boolean.valueOf(states.remove(gone));
            return durable == null ? Removal.UNKNOWN : durable ? Removal.DURABLE : Removal.NOT_DURABLE;
        });
    }
}
