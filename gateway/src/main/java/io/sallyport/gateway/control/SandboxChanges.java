package io.sallyport.gateway.control;

import io.sallyport.admin.Control.SandboxAnswer;
import io.sallyport.admin.Control.SandboxChange;
import io.sallyport.admin.Control.Tokens;
import io.sallyport.decision.Admission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.gateway.control.Policies.Made;
import io.sallyport.gateway.control.Policies.SandboxPolicy;
import io.sallyport.gateway.state.Secrets;
import io.sallyport.gateway.state.StateException;
import io.sallyport.gateway.state.StoredLease;
import io.sallyport.gateway.state.StoredSandbox;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of single sandboxes. Each method is called in the sandbox's lane and may block. */
final class SandboxChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxChanges.class);

    private final Commits commits;
    private final Policies policies;
    private final Function<Account, Admission> admissions;
    private final Families families;
    private final EffectiveLease effective;
    private final Companions companions;

    SandboxChanges(Commits commits, Policies policies, Function<Account, Admission> admissions, Companions companions) {
        this.companions = companions;
        this.commits = commits;
        this.families = new Families(commits);
        this.effective = new EffectiveLease(commits);
        this.policies = policies;
        this.admissions = admissions;
    }

    @Nullable
    Kept find(SandboxId id) {
        return commits.find(id);
    }

    Collection<Kept> all() {
        return commits.all();
    }

    /** Puts all that the state holds in force, parents before their children, before anybody asks. */
    void load() throws StateException {
        List<StoredSandbox> waiting = new ArrayList<>(commits.store().sandboxes());
        while (!waiting.isEmpty()) {
            var later = new ArrayList<StoredSandbox>();
            for (StoredSandbox stored : waiting) {
                SandboxId parent = stored.documents().parent();
                if (parent == null || commits.find(parent) != null) {
                    load(stored);
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

    private void load(StoredSandbox stored) throws StateException {
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
                diagnostics.addAll(warnings);
            }
            case Made.Refused<SandboxPolicy>(var errors) -> diagnostics.addAll(errors);
            case Made.Unavailable<SandboxPolicy>(var why) ->
                diagnostics.add(Diagnostic.error("state", 0, 0, "UNAVAILABLE", why, "put the sandbox again"));
        }
        long epochs = commits.guardrails().stored().epoch() - stored.epoch();
        long generation = stored.generation() + Math.max(0, epochs);
        Snapshots snapshot = Snapshots.of(policy, commits.guardrails().policy(), stored, generation);
        diagnostics.addAll(snapshot.diagnostics());
        if (snapshot.refused()) {
            LOG.warn(
                    "sandbox {} is refused everything: what the state holds does not load: {}",
                    stored.id(),
                    diagnostics);
        }
        Sandbox parent = parent(stored.documents());
        Account account = commits.accounts().load(stored.id(), account(parent));
        account.force(Budgets.of(stored.documents()));
        var sandbox =
                new Sandbox(stored.id(), new PolicyHolder(snapshot.snapshot()), admissions.apply(account), parent);
        commits.put(new Kept(stored, sandbox, policy, diagnostics, snapshot.refused()), snapshot);
    }

    private @Nullable Sandbox parent(SandboxDocuments documents) {
        SandboxId id = documents.parent();
        Kept parent = id == null ? null : commits.find(id);
        return parent == null ? null : parent.sandbox();
    }

    private static @Nullable Account account(@Nullable Sandbox sandbox) {
        return sandbox == null ? null : sandbox.admission().account();
    }

    /** @param lease what it has beside, where it is put as a lease, or null */
    SandboxAnswer put(SandboxId id, SandboxChange change, @Nullable StoredLease lease, Counters counters) {
        Kept before = commits.find(id);
        SandboxAnswer refusal = refusal(id, before, change, lease);
        if (refusal != null) {
            return refusal;
        }
        return switch (policies.sandbox(id, effective.of(change.documents()), commits.store(), true)) {
            case Made.Refused<SandboxPolicy>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Made.Unavailable<SandboxPolicy>(var why) -> new SandboxAnswer.Unavailable(why);
            case Made.Ready<SandboxPolicy>(var policy, var diagnostics) ->
                companions.put(
                        id,
                        change.documents(),
                        policy,
                        commits.find(id) != null,
                        () -> put(id, change, lease, policy, diagnostics, counters));
        };
    }

    private @Nullable SandboxAnswer refusal(
            SandboxId id, @Nullable Kept before, SandboxChange change, @Nullable StoredLease lease) {
        if (commits.revoked().contains(id)) {
            return new SandboxAnswer.Taken("LEASE_REVOKED", "the lease of this id was revoked; it takes no other");
        }
        if (before != null && (before.stored().lease() == null) != (lease == null)) {
            return new SandboxAnswer.Taken(
                    "OTHER_KIND", "the id is " + (lease == null ? "a lease's" : "a sandbox's, put as such"));
        }
        long generation = before == null ? 0 : before.generation();
        if (change.ifMatch() >= 0 && change.ifMatch() != generation) {
            return new SandboxAnswer.MovedOn(generation);
        }
        return before == null && commits.isFull()
                ? new SandboxAnswer.Unavailable("there are " + Commits.MAX_SANDBOXES + " sandboxes, as many as may be")
                : null;
    }

    private SandboxAnswer put(
            SandboxId id,
            SandboxChange change,
            @Nullable StoredLease lease,
            SandboxPolicy policy,
            List<Diagnostic> diagnostics,
            Counters counters) {
        return underLocks(change.documents().parent(), id, () -> {
            Kept before = commits.find(id);
            SandboxAnswer refusal = refusal(id, before, change, lease);
            if (refusal != null) {
                return refusal;
            }
            Diagnostic beyond = families.refusal(id, change.documents(), before);
            if (beyond != null) {
                return new SandboxAnswer.Refused(List.of(beyond));
            }
            Tokens fresh = before == null || change.rotateToken() ? newTokens() : null;
            StoredSandbox stored = stored(id, change.documents(), before, fresh, lease);
            var next = new Commit(stored, policy, diagnostics, fresh);
            return before == null ? created(next, counters) : replaced(before, next, counters);
        });
    }

    /** What is to be put in force once its budget is set aside. */
    private record Commit(
            StoredSandbox unsaved,
            @Nullable SandboxPolicy policy,
            List<Diagnostic> diagnostics,
            @Nullable Tokens fresh) {}

    /** Puts a new sandbox in force; where that fails, what was set aside for it goes back. */
    private SandboxAnswer created(Commit change, Counters counters) throws StateException {
        SandboxId id = change.unsaved().id();
        Sandbox parent = parent(change.unsaved().documents());
        Account account = commits.accounts().open(id, account(parent));
        boolean inForce = false;
        try {
            SandboxAnswer answer = granted(
                    account,
                    change,
                    snapshot -> new Sandbox(id, new PolicyHolder(snapshot), admissions.apply(account), parent),
                    true,
                    counters);
            inForce = answer instanceof SandboxAnswer.InForce;
            return answer;
        } finally {
            if (!inForce) {
                commits.accounts().close(id);
            }
        }
    }

    /** The same for one that is there, which has its budget of before where that fails. */
    private SandboxAnswer replaced(Kept before, Commit change, Counters counters) throws StateException {
        Sandbox sandbox = before.sandbox();
        Account account = sandbox.admission().account();
        boolean inForce = false;
        try {
            SandboxAnswer answer = granted(account, change, _ -> sandbox, false, counters);
            inForce = answer instanceof SandboxAnswer.InForce;
            return answer;
        } finally {
            if (!inForce) {
                account.force(Budgets.of(before.stored().documents()));
            }
        }
    }

    /** Sets the budget aside first. */
    private SandboxAnswer granted(
            Account account,
            Commit change,
            Function<PolicySnapshot, Sandbox> sandboxes,
            boolean created,
            Counters counters)
            throws StateException {
        Diagnostic shortage =
                Families.grant(account, Budgets.of(change.unsaved().documents()));
        return shortage == null
                ? commit(change, sandboxes, created, counters)
                : new SandboxAnswer.Refused(List.of(shortage));
    }

    private interface Work {
        SandboxAnswer done() throws StateException;
    }

    /** Under the locks of a sandbox and its family. */
    private SandboxAnswer underLocks(@Nullable SandboxId parent, SandboxId id, Work work) {
        commits.sandboxCommit().lock();
        try {
            Lock family = commits.familyCommit(parent, id);
            family.lock();
            try {
                return work.done();
            } finally {
                family.unlock();
            }
        } catch (StateException e) {
            return unwritten(id, e);
        } finally {
            commits.sandboxCommit().unlock();
        }
    }

    SandboxAnswer phase(SandboxId id, Phase phase, Counters counters) {
        return again(id, phase, null, counters);
    }

    /** New tokens; the old ones are dead when it returns. What was granted is not looked at again. */
    SandboxAnswer rotate(SandboxId id, Counters counters) {
        return again(id, null, newTokens(), counters);
    }

    /** The same documents again, in another phase or with other tokens. */
    private SandboxAnswer again(SandboxId id, @Nullable Phase phase, @Nullable Tokens fresh, Counters counters) {
        return underLocks(null, id, () -> {
            Kept before = commits.find(id);
            if (before == null) {
                return new SandboxAnswer.Unknown();
            }
            StoredSandbox old = before.stored();
            var stored = new StoredSandbox(
                    id,
                    before.generation() + 1,
                    commits.guardrails().stored().epoch(),
                    old.digest(),
                    phase == null ? old.phase() : phase,
                    old.documents(),
                    fresh == null ? old.proxyToken() : digest(fresh, true),
                    fresh == null ? old.fetchToken() : digest(fresh, false),
                    old.lease());
            var change = new Commit(stored, before.policy(), before.diagnostics(), fresh);
            return commit(change, _ -> before.sandbox(), false, counters);
        });
    }

    /** Ends the sandbox and all below it; false where there was none. */
    boolean delete(SandboxId id) throws StateException {
        commits.sandboxCommit().lock();
        try {
            Lock family = commits.familyCommit(null, id);
            family.lock();
            try {
                Kept gone = commits.find(id);
                if (gone == null) {
                    return false;
                }
                commits.remove(gone);
                return true;
            } finally {
                family.unlock();
            }
        } finally {
            commits.sandboxCommit().unlock();
        }
    }

    private StoredSandbox stored(
            SandboxId id,
            SandboxDocuments documents,
            @Nullable Kept before,
            @Nullable Tokens fresh,
            @Nullable StoredLease lease)
            throws StateException {
        long last = before == null ? commits.store().floor() : before.generation();
        Phase asked = documents.phase();
        Phase kept = before == null ? Phase.PLANNING : before.stored().phase();
        return new StoredSandbox(
                id,
                last + 1,
                commits.guardrails().stored().epoch(),
                "",
                asked == null ? kept : asked,
                documents,
                fresh == null && before != null ? before.stored().proxyToken() : digest(fresh, true),
                fresh == null && before != null ? before.stored().fetchToken() : digest(fresh, false),
                lease);
    }

    private static Tokens newTokens() {
        return new Tokens(Secrets.token(), Secrets.hexToken());
    }

    private static String digest(@Nullable Tokens fresh, boolean proxy) {
        if (fresh == null) {
            throw new IllegalStateException("a new sandbox needs tokens");
        }
        return Secrets.sha256(proxy ? fresh.proxyToken() : fresh.fetchToken());
    }

    private SandboxAnswer commit(
            Commit change, Function<PolicySnapshot, Sandbox> sandboxes, boolean created, Counters counters)
            throws StateException {
        StoredSandbox unsaved = change.unsaved();
        Snapshots snapshot =
                Snapshots.of(change.policy(), commits.guardrails().policy(), unsaved, unsaved.generation());
        if (snapshot.refused() && change.policy() != null) {
            return new SandboxAnswer.Refused(snapshot.diagnostics());
        }
        StoredSandbox stored = unsaved.withDigest(snapshot.snapshot().digest());
        commits.save(stored);
        Sandbox sandbox = sandboxes.apply(snapshot.snapshot());
        var all = new ArrayList<>(change.diagnostics());
        all.addAll(snapshot.diagnostics());
        var kept = new Kept(stored, sandbox, change.policy(), all, snapshot.refused());
        commits.put(kept, snapshot);
        return new SandboxAnswer.InForce(
                Views.of(kept, commits.cas().of(stored.id()), counters.of(sandbox)),
                created,
                kept.diagnostics(),
                change.fresh());
    }

    private static SandboxAnswer unwritten(SandboxId id, StateException e) {
        LOG.error("a change of {} is not in force: the state cannot be written", id, e);
        return new SandboxAnswer.Unavailable("the state cannot be written");
    }
}
