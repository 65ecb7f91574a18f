package io.sallyport.control;

import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredSandbox;
import io.sallyport.decision.Admission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Puts the next generation of single sandboxes in force: its budget is set aside, it is written, and then requests see it.
 * Where one of these fails, all is as before. Called under the locks of {@link Commits#inFamily}.
 */
final class SandboxCommits {
    private final Commits commits;
    private final Function<Account, Admission> admissions;
    private final Counters counters;
    private final Families families;

    /** @param admissions makes the admission of a new sandbox */
    SandboxCommits(Commits commits, Function<Account, Admission> admissions, Counters counters) {
        this.commits = commits;
        this.admissions = admissions;
        this.counters = counters;
        this.families = new Families(commits);
    }

    /** A new sandbox; where it does not come into force, what was set aside for it goes back. */
    SandboxAnswer create(NextGeneration first) throws StateException {
        SandboxId id = first.unsaved().id();
        Sandbox parent = families.parent(first.documents());
        Account account = commits.accounts().open(id, Families.account(parent));
        boolean inForce = false;
        try {
            SandboxAnswer answer = granted(
                    account,
                    first,
                    snapshot -> new Sandbox(id, new PolicyHolder(snapshot), admissions.apply(account), parent),
                    true);
            inForce = answer instanceof SandboxAnswer.InForce;
            return answer;
        } finally {
            if (!inForce) {
                commits.accounts().close(id);
            }
        }
    }

    /** The same for one that is there, which has its budget of before where that fails. */
    SandboxAnswer replace(Kept before, NextGeneration next) throws StateException {
        Sandbox sandbox = before.sandbox();
        Account account = sandbox.admission().account();
        boolean inForce = false;
        try {
            SandboxAnswer answer = granted(account, next, _ -> sandbox, false);
            inForce = answer instanceof SandboxAnswer.InForce;
            return answer;
        } finally {
            if (!inForce) {
                account.force(Budgets.of(before.stored().documents()));
            }
        }
    }

    /** One that is there and keeps its documents, and what was granted by them. */
    SandboxAnswer keep(Kept before, NextGeneration next) throws StateException {
        return commit(next, _ -> before.sandbox(), false);
    }

    /** Sets the budget aside first. */
    private SandboxAnswer granted(
            Account account, NextGeneration next, Function<PolicySnapshot, Sandbox> sandboxes, boolean created)
            throws StateException {
        Diagnostic shortage = Families.grant(account, Budgets.of(next.documents()));
        return shortage == null ? commit(next, sandboxes, created) : new SandboxAnswer.Refused(List.of(shortage));
    }

    private SandboxAnswer commit(NextGeneration next, Function<PolicySnapshot, Sandbox> sandboxes, boolean created)
            throws StateException {
        StoredSandbox unsaved = next.unsaved();
        SandboxPolicy policy = next.policy();
        Snapshots snapshot = Snapshots.of(policy, commits.guardrails().policy(), unsaved, unsaved.generation());
        if (snapshot.refused() && policy != null) {
            return new SandboxAnswer.Refused(snapshot.diagnostics());
        }
        StoredSandbox stored = unsaved.withDigest(snapshot.snapshot().digest());
        commits.save(stored);
        Sandbox sandbox = sandboxes.apply(snapshot.snapshot());
        var all = new ArrayList<>(next.diagnostics());
        all.addAll(snapshot.diagnostics());
        var kept = new Kept(stored, sandbox, policy, all, snapshot.refused());
        commits.put(kept, snapshot);
        return new SandboxAnswer.InForce(
                Views.of(kept, certificate(stored.id()), counters.of(sandbox)),
                created,
                kept.diagnostics(),
                next.fresh());
    }

    /** Made with the sandbox, and removed in this lane alone. */
    private String certificate(SandboxId sandbox) {
        String certificate = commits.cas().certificatePem(sandbox);
        if (certificate == null) {
            throw new IllegalStateException("a sandbox without CA: " + sandbox);
        }
        return certificate;
    }
}
