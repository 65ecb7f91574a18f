package io.sallyport.gateway.control;

import io.sallyport.admin.Control.SandboxAnswer;
import io.sallyport.admin.Control.SandboxChange;
import io.sallyport.admin.Control.SuggestAnswer;
import io.sallyport.admin.Control.Tokens;
import io.sallyport.decision.Admission;
import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.gateway.control.Policies.Made;
import io.sallyport.gateway.control.Policies.SandboxPolicy;
import io.sallyport.gateway.state.Secrets;
import io.sallyport.gateway.state.StateException;
import io.sallyport.gateway.state.StoredSandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of single sandboxes. Each method is called in the sandbox's lane and may block. */
final class SandboxChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxChanges.class);

    private final Commits commits;
    private final Policies policies;
    private final Supplier<Admission> admissions;

    SandboxChanges(Commits commits, Policies policies, Supplier<Admission> admissions) {
        this.commits = commits;
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

    /** Puts all that the state holds in force, before anybody asks. */
    void load() throws StateException {
        for (StoredSandbox stored : commits.store().sandboxes()) {
            load(stored);
        }
    }

    private void load(StoredSandbox stored) throws StateException {
        commits.cas().load(stored.id());
        SandboxPolicy policy = null;
        var diagnostics = new ArrayList<Diagnostic>();
        switch (policies.sandbox(stored.id(), stored.documents(), commits.store(), false)) {
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
        var sandbox = new Sandbox(stored.id(), new PolicyHolder(snapshot.snapshot()), admissions.get());
        commits.put(new Kept(stored, sandbox, policy, diagnostics, snapshot.refused()), snapshot);
    }

    SandboxAnswer put(SandboxId id, SandboxChange change, Counters counters) {
        Kept before = commits.find(id);
        SandboxAnswer refusal = refusal(before, change);
        if (refusal != null) {
            return refusal;
        }
        return switch (policies.sandbox(id, change.documents(), commits.store(), true)) {
            case Made.Refused<SandboxPolicy>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Made.Unavailable<SandboxPolicy>(var why) -> new SandboxAnswer.Unavailable(why);
            case Made.Ready<SandboxPolicy>(var policy, var diagnostics) ->
                put(id, change, policy, diagnostics, counters);
        };
    }

    private @Nullable SandboxAnswer refusal(@Nullable Kept before, SandboxChange change) {
        long generation = before == null ? 0 : before.generation();
        if (change.ifMatch() >= 0 && change.ifMatch() != generation) {
            return new SandboxAnswer.MovedOn(generation);
        }
        return before == null && commits.isFull()
                ? new SandboxAnswer.Unavailable("there are " + Commits.MAX_SANDBOXES + " sandboxes, as many as may be")
                : null;
    }

    private SandboxAnswer put(
            SandboxId id, SandboxChange change, SandboxPolicy policy, List<Diagnostic> diagnostics, Counters counters) {
        commits.sandboxCommit().lock();
        try {
            Kept before = commits.find(id);
            SandboxAnswer refusal = refusal(before, change);
            if (refusal != null) {
                return refusal;
            }
            Tokens fresh = before == null || change.rotateToken() ? new Tokens(Secrets.token(), Secrets.token()) : null;
            StoredSandbox stored = stored(id, change.documents(), before, fresh);
            return commit(before, stored, policy, diagnostics, fresh, counters);
        } catch (StateException e) {
            return unwritten(id, e);
        } finally {
            commits.sandboxCommit().unlock();
        }
    }

    SandboxAnswer phase(SandboxId id, Phase phase, Counters counters) {
        commits.sandboxCommit().lock();
        try {
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
                    phase,
                    old.documents(),
                    old.proxyToken(),
                    old.fetchToken());
            return commit(before, stored, before.policy(), before.diagnostics(), null, counters);
        } catch (StateException e) {
            return unwritten(id, e);
        } finally {
            commits.sandboxCommit().unlock();
        }
    }

    /** Null where there is no such sandbox. What does not load is refused whatever is asked, and has no steps. */
    @Nullable
    Explanation explain(SandboxId id, CanonicalRequest request) {
        Kept kept = commits.find(id);
        if (kept == null) {
            return null;
        }
        PolicySnapshot snapshot = kept.current();
        SandboxPolicy policy = kept.policy();
        if (policy != null && !kept.refused()) {
            return policies.explain(
                    policy, commits.guardrails().policy(), kept.stored().documents(), snapshot, request);
        }
        Judge.Judgement judged = snapshot.judge(request);
        return new Explanation(
                request, judged.decision(), judged.fault(), snapshot.generation(), snapshot.digest(), List.of(), null);
    }

    SuggestAnswer suggest(SandboxId id, Collection<CanonicalRequest> refused) {
        Kept kept = commits.find(id);
        if (kept == null) {
            return new SuggestAnswer.Unknown();
        }
        SandboxPolicy policy = kept.policy();
        if (policy == null || kept.refused()) {
            return new SuggestAnswer.Unavailable("the sandbox is refused everything: its policy does not load");
        }
        SandboxDocuments documents = kept.stored().documents();
        return new SuggestAnswer.Suggested(policies.suggest(
                policy,
                commits.guardrails().policy(),
                documents,
                kept.current().facts(),
                refused,
                leaseOf(documents.parent())));
    }

    /** The lease that a child's must stay within, or null where there is no parent. */
    private @Nullable String leaseOf(@Nullable SandboxId parent) {
        Kept kept = parent == null ? null : commits.find(parent);
        String lease = kept == null ? null : kept.stored().documents().lease();
        return parent != null && lease == null ? "{}" : lease;
    }

    /** False where there was none. */
    boolean delete(SandboxId id) throws StateException {
        commits.sandboxCommit().lock();
        try {
            Kept gone = commits.find(id);
            if (gone == null) {
                return false;
            }
            commits.remove(gone);
            return true;
        } finally {
            commits.sandboxCommit().unlock();
        }
    }

    private StoredSandbox stored(
            SandboxId id, SandboxDocuments documents, @Nullable Kept before, @Nullable Tokens fresh)
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
                fresh == null && before != null ? before.stored().fetchToken() : digest(fresh, false));
    }

    private static String digest(@Nullable Tokens fresh, boolean proxy) {
        if (fresh == null) {
            throw new IllegalStateException("a new sandbox needs tokens");
        }
        return Secrets.sha256(proxy ? fresh.proxyToken() : fresh.fetchToken());
    }

    private SandboxAnswer commit(
            @Nullable Kept before,
            StoredSandbox unsaved,
            @Nullable SandboxPolicy policy,
            List<Diagnostic> diagnostics,
            @Nullable Tokens fresh,
            Counters counters)
            throws StateException {
        Snapshots snapshot = Snapshots.of(policy, commits.guardrails().policy(), unsaved, unsaved.generation());
        if (snapshot.refused() && policy != null) {
            return new SandboxAnswer.Refused(snapshot.diagnostics());
        }
        StoredSandbox stored = unsaved.withDigest(snapshot.snapshot().digest());
        commits.save(stored);
        Sandbox sandbox = before == null
                ? new Sandbox(stored.id(), new PolicyHolder(snapshot.snapshot()), admissions.get())
                : before.sandbox();
        var all = new ArrayList<>(diagnostics);
        all.addAll(snapshot.diagnostics());
        var kept = new Kept(stored, sandbox, policy, all, snapshot.refused());
        commits.put(kept, snapshot);
        return new SandboxAnswer.InForce(
                Views.of(kept, commits.cas().of(stored.id()), counters.of(sandbox)),
                before == null,
                kept.diagnostics(),
                fresh);
    }

    private static SandboxAnswer unwritten(SandboxId id, StateException e) {
        LOG.error("a change of {} is not in force: the state cannot be written", id, e);
        return new SandboxAnswer.Unavailable("the state cannot be written");
    }
}
