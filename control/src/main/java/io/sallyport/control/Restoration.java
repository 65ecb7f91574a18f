package io.sallyport.control;

import io.sallyport.control.Policies.Made;
import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredSandbox;
import io.sallyport.decision.Admission;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the sandboxes that the state holds in force, at the start, before anybody asks. Confined to one thread; blocks. */
final class Restoration {
    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    private final Commits commits;
    private final Policies policies;
    private final Function<Account, Admission> admissions;
    private final Families families;
    private final EffectiveLease effective;

    /** @param admissions makes the admission of each */
    Restoration(Commits commits, Policies policies, Function<Account, Admission> admissions) {
        this.commits = commits;
        this.policies = policies;
        this.admissions = admissions;
        this.families = new Families(commits);
        this.effective = new EffectiveLease(commits);
    }

    /** Parents before their children. */
    void restoreAll() throws StateException {
        List<StoredSandbox> waiting = new ArrayList<>(commits.store().sandboxes());
        while (!waiting.isEmpty()) {
            var later = new ArrayList<StoredSandbox>();
            for (StoredSandbox stored : waiting) {
                SandboxId parent = stored.documents().parent();
                if (parent == null || commits.find(parent) != null) {
                    restore(stored);
                } else {
                    later.add(stored);
                }
            }
            if (later.size() == waiting.size()) {
                forget(later);
                return;
            }
            waiting = later;
        }
    }

    /** Whose parent is no more has ended with it. */
    private void forget(List<StoredSandbox> orphans) throws StateException {
        for (StoredSandbox orphan : orphans) {
            LOG.warn(
                    "sandbox {} has ended: it was revoked, or its parent {} is no more",
                    orphan.id(),
                    orphan.documents().parent());
            commits.store().delete(orphan.id(), orphan.generation());
        }
    }

    private void restore(StoredSandbox stored) throws StateException {
        if (commits.revoked().contains(stored.id())) {
            forget(List.of(stored)); // a crash came between the two
            return;
        }
        commits.cas().load(stored.id());
        SandboxPolicy policy = null;
        var diagnostics = new ArrayList<Diagnostic>();
        switch (policies.sandbox(stored.id(), effective.of(stored.documents()), commits.store(), false)) {
            case Made.Ready<SandboxPolicy>(var ready, var warnings) -> {
                policy = ready;
                resume(ready.term(), stored);
                diagnostics.addAll(warnings);
            }
            case Made.Refused<SandboxPolicy>(var errors) -> diagnostics.addAll(errors);
            case Made.Unavailable<SandboxPolicy>(var why) ->
                diagnostics.add(Diagnostic.error("state", 0, 0, "UNAVAILABLE", why, "put the sandbox again"));
        }
        Snapshots snapshot = Snapshots.of(policy, commits.guardrails().policy(), stored, generation(stored));
        diagnostics.addAll(snapshot.diagnostics());
        if (snapshot.refused()) {
            LOG.warn(
                    "sandbox {} is refused everything: what the state holds does not load: {}",
                    stored.id(),
                    diagnostics);
        }
        commits.put(new Kept(stored, sandbox(stored, snapshot), policy, diagnostics, snapshot.refused()), snapshot);
    }

    /** What has ended does not begin again with another process. */
    private static void resume(@Nullable LeaseTerm term, StoredSandbox stored) {
        if (term != null && stored.ended()) {
            term.end();
        }
    }

    /** Each change of the guardrails since was one of every sandbox. */
    private long generation(StoredSandbox stored) {
        long epochs = commits.guardrails().stored().epoch() - stored.epoch();
        return stored.generation() + Math.max(0, epochs);
    }

    /** With the budget that it had. */
    private Sandbox sandbox(StoredSandbox stored, Snapshots snapshot) throws StateException {
        Sandbox parent = families.parent(stored.documents());
        Account account = commits.accounts().load(stored.id(), Families.account(parent));
        account.force(Budgets.of(stored.documents()));
        return new Sandbox(stored.id(), new PolicyHolder(snapshot.snapshot()), admissions.apply(account), parent);
    }
}
