package io.sallyport.control;

import io.sallyport.control.SandboxStates.Guardrails;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.ConfiguredGuardrails;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsRollback;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.PastGuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.store.GuardrailsHistory;
import io.sallyport.control.store.PastGuardrails;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the guardrails: one compile, then a new snapshot for every sandbox. Calls come one after the other and may
 * block.
 */
final class GuardrailsChanges {
    private static final Logger LOG = LoggerFactory.getLogger(GuardrailsChanges.class);
    private static final GuardrailsDocuments NONE = new GuardrailsDocuments(Map.of(), null);

    private static final Diagnostic NOT_STORED = Diagnostic.error(
            "guardrails",
            0,
            0,
            DiagnosticCode.COMPILED_POLICY,
            "the set of this epoch came compiled in a bundle, which is not stored",
            "configure the bundle again");

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final SandboxCommits commits;
    private final boolean configured;
    private final PendingChanges pending;
    private final GuardrailsHistory history;
    private final InstantSource wall;
    private volatile @Nullable PastGuardrails unsaved;

    /**
     * Creates the changes.
     *
     * @param configured whether the guardrails come from the operator's source rather than the API
     * @param pending where changes by the API wait, if they have to
     * @param wall clock for the times in the history
     */
    GuardrailsChanges(
            SandboxStates states,
            CompiledPolicies policies,
            SandboxCommits commits,
            boolean configured,
            PendingChanges pending,
            InstantSource wall) {
        this.states = states;
        this.policies = policies;
        this.commits = commits;
        this.configured = configured;
        this.pending = pending;
        this.wall = wall;
        this.history = new GuardrailsHistory(states.store());
    }

    boolean areConfigured() {
        return configured;
    }

    GuardrailsView view() {
        return view(states.guardrails().stored());
    }

    /** Puts the folder's guardrails, or else the state's, in force. Guardrails that do not load prevent the start. */
    void load(@Nullable ConfiguredGuardrails operator) throws StateException {
        StoredGuardrails stored = states.store().guardrails();
        history.load(stored);
        if (operator == null && stored.isCompiled()) {
            throw notLoaded("they were a compiled bundle, which is not configured any more (an empty folder as"
                    + " `guardrails` takes them away)");
        }
        GuardrailsDocuments documents = operator != null ? operator.documents() : documents(stored);
        AuthoredRego policy = switch (policies.guardrails(documents, states.store())) {
            case Compilation.Ready<AuthoredRego>(var ready, var _) -> ready;
            case Compilation.Refused<AuthoredRego>(var diagnostics) -> throw notLoaded(diagnostics.toString());
            case Compilation.Unavailable<AuthoredRego>(var why) -> throw notLoaded(why);
        };
        StoredGuardrails next = stored;
        if (!isSame(documents, policy, stored)) {
            next = stored(documents, policy, stored.epoch() + 1);
            record(past(next, operator == null ? ChangeOrigin.UNKNOWN : operator.source()));
        }
        states.guardrails(new Guardrails(policy.inForceAs(next.version()), next));
    }

    /** Returns whether that set is stored, in the same revision: a bundle may name the same content anew. */
    private static boolean isSame(GuardrailsDocuments documents, AuthoredRego policy, StoredGuardrails stored) {
        return policy.digest().equals(stored.digest()) && Objects.equals(documents.revision(), stored.revision());
    }

    static GuardrailsDocuments documents(StoredGuardrails stored) {
        return stored.rego().isEmpty()
                ? NONE
                : new GuardrailsDocuments(stored.rego(), stored.data(), null, stored.revision());
    }

    private PastGuardrails past(StoredGuardrails stored, ChangeOrigin origin) {
        return new PastGuardrails(stored, wall.millis(), origin);
    }

    /** Writes a set and its line of the history, the set last: a start believes no line above it. */
    private void write(PastGuardrails next) throws StateException {
        states.store().save(next);
        states.store().save(next.set());
    }

    /** Writes a set before it is in force. */
    private void record(PastGuardrails next) throws StateException {
        write(next);
        history.add(next);
    }

    private StateException notLoaded(String why) {
        return new StateException(Path.of("guardrails"), "do not load: " + why);
    }

    GuardrailsAnswer put(GuardrailsChange change) {
        return make(change, false);
    }

    /** Puts the candidate's documents. */
    GuardrailsAnswer promote(GuardrailsChange change) {
        return make(change, true);
    }

    private GuardrailsAnswer make(GuardrailsChange change, boolean promotes) {
        if (!change.condition().holds(view().version())) {
            return new GuardrailsAnswer.MovedOn(view());
        }
        return change.dryRun() || !pending.rules().guardrails()
                ? compiled(change.documents(), (policy, diagnostics) -> put(change, policy, diagnostics))
                : propose(change, promotes);
    }

    /** Compiles the documents, and lets the change wait for an approval. */
    private GuardrailsAnswer propose(GuardrailsChange change, boolean promotes) {
        String base = view().tag();
        GuardrailsDocuments documents = change.documents();
        var unread = new GuardrailsView(0, "", documents.rego(), documents.data(), documents.revision());
        String full = pending.full(new Proposal.OfGuardrails(unread, promotes), base);
        return full != null
                ? new GuardrailsAnswer.Full(full)
                : compiled(documents, (policy, diagnostics) -> {
                    GuardrailsView set = view(stored(documents, policy, 0));
                    try {
                        PendingChange added =
                                pending.add(new Proposal.OfGuardrails(set, promotes), base, change.origin());
                        return new GuardrailsAnswer.Pending(added, diagnostics);
                    } catch (StateException e) {
                        LOG.error("a change of the guardrails cannot wait for approval", e);
                        return new GuardrailsAnswer.Unavailable(Approvals.NOT_WRITTEN);
                    }
                });
    }

    /**
     * Puts the operator's guardrails in force after they were read again. If they are the same, nothing changes, not
     * even the epoch: SIGHUP comes for the audit log's rotation too.
     */
    GuardrailsAnswer reload(ConfiguredGuardrails read) {
        var change = new GuardrailsChange(read.documents(), Precondition.NONE, read.source(), false);
        return compiled(
                read.documents(),
                (policy, diagnostics) ->
                        isSame(read.documents(), policy, states.guardrails().stored())
                                ? new GuardrailsAnswer.InForce(view(), diagnostics, refused(states.all()), isWritten())
                                : put(change, policy, diagnostics));
    }

    /** Compiles guardrails and goes on with what was made, or answers why nothing was. */
    GuardrailsAnswer compiled(
            GuardrailsDocuments documents, BiFunction<AuthoredRego, List<Diagnostic>, GuardrailsAnswer> then) {
        return switch (policies.guardrails(documents, states.store())) {
            case Compilation.Refused<AuthoredRego>(var diagnostics) -> new GuardrailsAnswer.Refused(diagnostics);
            case Compilation.Unavailable<AuthoredRego>(var why) -> new GuardrailsAnswer.Unavailable(why);
            case Compilation.Ready<AuthoredRego>(var policy, var diagnostics) -> then.apply(policy, diagnostics);
        };
    }

    private static List<SandboxId> refused(Collection<SandboxState> all) {
        return all.stream()
                .filter(SandboxState::isRefused)
                .map(SandboxState::id)
                .toList();
    }

    GuardrailsAnswer rollBack(GuardrailsRollback rollback) {
        PastGuardrails past = history.find(Long.toString(rollback.epoch()));
        if (past == null) {
            return new GuardrailsAnswer.Unknown();
        }
        return past.set().isCompiled()
                ? new GuardrailsAnswer.Refused(List.of(NOT_STORED))
                : put(new GuardrailsChange(
                        documents(past.set()),
                        rollback.condition(),
                        rollback.origin().restoring(rollback.epoch()),
                        rollback.dryRun()));
    }

    List<PastGuardrailsView> history() {
        return history.newestFirst().stream().map(GuardrailsChanges::view).toList();
    }

    @Nullable
    PastGuardrailsView past(String version) {
        PastGuardrails past = history.find(version);
        return past == null ? null : view(past);
    }

    /** Puts what was compiled in force, without asking the condition. */
    GuardrailsAnswer put(GuardrailsChange change, AuthoredRego policy, List<Diagnostic> diagnostics) {
        states.guardrailsCommit().lock();
        try {
            long epoch = states.guardrails().stored().epoch() + 1;
            StoredGuardrails stored = stored(change.documents(), policy, epoch);
            AuthoredRego named = policy.inForceAs(stored.version());
            List<SandboxState> next = beside(named);
            PastGuardrails past = past(stored, change.origin());
            boolean durable = change.dryRun() || save(past);
            if (!change.dryRun()) {
                history.add(past);
                states.guardrails(new Guardrails(named, stored));
                next.forEach(commits::inForce);
            }
            return new GuardrailsAnswer.InForce(view(stored), diagnostics, refused(next), durable);
        } finally {
            states.guardrailsCommit().unlock();
        }
    }

    /**
     * Writes {@code next}; on failure keeps it for {@link #writeAgain} and returns false. Called under {@link
     * SandboxStates#guardrailsCommit}.
     */
    private boolean save(PastGuardrails next) {
        try {
            write(next);
            unsaved = null;
            return true;
        } catch (StateException e) {
            if (unsaved == null) {
                LOG.error("guardrails are in force and not written: they are tried again until they are", e);
            }
            unsaved = next;
            return false;
        }
    }

    /** Tries again to write the guardrails in force, if they are not written. Called by one thread; blocks. */
    void writeAgain() {
        if (isWritten()) {
            return;
        }
        states.guardrailsCommit().lock();
        try {
            PastGuardrails next = unsaved;
            if (next != null && save(next)) {
                LOG.info("the guardrails were written");
            }
        } finally {
            states.guardrailsCommit().unlock();
        }
    }

    boolean isWritten() {
        return unsaved == null;
    }

    static GuardrailsView view(StoredGuardrails stored) {
        return new GuardrailsView(stored.epoch(), stored.digest(), stored.rego(), stored.data(), stored.revision());
    }

    private static PastGuardrailsView view(PastGuardrails past) {
        return new PastGuardrailsView(
                view(past.set()), past.timeMillis(), past.origin(), past.set().isCompiled());
    }

    /** Returns every sandbox in its next generation, combined with {@code guardrails}. */
    private List<SandboxState> beside(AuthoredRego guardrails) {
        return states.all().stream()
                .map(state -> {
                    SandboxRecord risen = state.record().risenTo(state.generation() + 1);
                    PolicySnapshot snapshot =
                            policies.snapshot(state.spec(), guardrails, states.trials(state.candidate(), risen), risen);
                    return state.under(snapshot);
                })
                .toList();
    }

    static StoredGuardrails stored(GuardrailsDocuments documents, AuthoredRego policy, long epoch) {
        Map<String, String> rego = documents.compiled() == null ? documents.rego() : Map.of();
        return new StoredGuardrails(epoch, policy.digest(), rego, documents.data(), documents.revision());
    }
}
