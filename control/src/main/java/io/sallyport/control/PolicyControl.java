package io.sallyport.control;

import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.ReplayControl;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.receipt.DelegationReceipts;
import io.sallyport.control.sharing.RecordSharing;
import io.sallyport.control.sharing.SharedChanges;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.RevokedLeases;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.control.workspace.Workspaces;
import io.sallyport.decision.Admission;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.explain.EffectivePolicy;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.ledger.Account;
import io.sallyport.leasebridge.receipt.ReceiptSigner;
import io.sallyport.model.DialRules;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxId;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.author.AuthoredRego;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@link Control} over the state and the policies of one gateway. Safe for concurrent use. */
public final class PolicyControl implements Control {
    static final SandboxAnswer FULL = new SandboxAnswer.Unavailable("too many changes wait (at most "
            + ChangeQueues.MAX_WAITING + " for a sandbox, " + ChangeQueues.MAX_CHANGES + " in all)");

    /** Begins the lane of a sandbox in which it is explained, so that no change waits for that; no id begins so. */
    private static final String EXPLAINING = "explain ";

    /** The lane of the guardrails; no sandbox has this id. */
    static final String GUARDRAILS = "";

    private final SandboxStates states;
    private final ChangeQueues lanes;
    private final Removals removals;
    private final SandboxLife sandboxes;
    private final SandboxUpdates updates;
    private final Explanations explanations;
    private final GuardrailsChanges guardrails;
    private final CandidateChanges candidate;
    private final Approvals approvals;
    private final Leases leases;
    private final EndedTerms ended;
    private final Skills skills;
    private final SandboxTrials trials;
    private final WorkspaceChanges workspaces;
    private final DocumentsReplay replays;
    private final ChangeMeter meter;
    private final AdoptedSandboxes adopted;

    private PolicyControl(
            SandboxStates states,
            SandboxLife sandboxes,
            SandboxUpdates updates,
            SandboxCommits commits,
            GuardrailsChanges guardrails,
            CandidateChanges candidate,
            PendingChanges pending,
            Explanations explanations,
            Skills skills,
            SandboxTrials trials,
            WorkspaceChanges workspaces,
            DocumentsReplay replays,
            ChangeQueues lanes,
            Executor threads,
            ChangeMeter meter) {
        this.states = states;
        this.sandboxes = sandboxes;
        this.updates = updates;
        this.guardrails = guardrails;
        this.candidate = candidate;
        this.explanations = explanations;
        this.skills = skills;
        this.trials = trials;
        this.workspaces = workspaces;
        this.replays = replays;
        this.lanes = lanes;
        this.meter = meter;
        ended = new EndedTerms(states);
        removals = new Removals(lanes, states.parts());
        adopted = new AdoptedSandboxes(lanes, removals, states, sandboxes, commits);
        approvals = new Approvals(lanes, pending, guardrails, candidate, workspaces, sandboxes, adopted);
        leases = new Leases(lanes, removals, states, sandboxes, updates, new LeaseSpending(states, threads), adopted);
    }

    /** Lets changes of sandboxes be decided by a store that other gateways share. Called once, before any change. */
    public SharedChanges shareWith(RecordSharing others) {
        states.shareWith(others);
        return adopted;
    }

    /** Returns control of the same state for an ARCP runtime. */
    public LeaseControl leases() {
        return leases;
    }

    /** Returns control of the changes that wait for approval. */
    public ApprovalControl approvals() {
        return approvals;
    }

    /** Tells {@code to} of each change that waited for approval until it expired. Called about once a second. */
    public void expireChanges(Consumer<PendingChange> to) {
        approvals.expire(to);
    }

    /** Returns control of candidates and report mode of sandboxes. */
    public TrialControl trials() {
        return trials;
    }

    /** Returns control of workspaces. */
    public WorkspaceControl workspaces() {
        return workspaces;
    }

    /** Returns what asks other documents about recorded requests. */
    public ReplayControl replays() {
        return replays;
    }

    /** Returns control of earlier documents of sandboxes. */
    public HistoryControl history() {
        return new HistoryControl() {
            @Override
            public HistoryAnswer past(SandboxId id) {
                return updates.past(id);
            }

            @Override
            public CompletionStage<SandboxAnswer> rollBack(
                    SandboxId id, long generation, Precondition condition, ChangeOrigin origin) {
                return counted(inLane(id, () -> updates.rollBack(id, generation, condition, origin)));
            }
        };
    }

    /** Returns control of the sandboxes' skills. */
    public SkillControl skills() {
        return skills;
    }

    /**
     * Loads the state. All that it holds is in force when this returns.
     *
     * @param wall clock for the times at which a lease was revoked and guardrails were changed
     * @param signer signs receipts of delegations; null for none
     * @param configured guardrails of the operator's folder or bundle, which is then the only source; null if there is
     *     no folder
     * @param approvals of changes by the API
     * @param trialRules bounds of candidates and report mode of sandboxes
     * @param workspaceRules which sandboxes are in which workspace
     * @param admissions creates the admission of a new sandbox or workspace
     * @param accounts without any account yet; its creator calls {@link Accounts#tick}
     * @param registryOfSkills the operator's registry, not yet read
     * @param guard the other checks on actions, for explanations of actions
     * @param dials the dialer's refusals, for explanations of requests
     * @param parts the parts of each sandbox, in order of preparation
     * @param meter counts the changes
     * @throws StateException if the state cannot be read
     */
    public static PolicyControl load(
            Store store,
            CompiledPolicies policies,
            @Nullable ConfiguredGuardrails configured,
            ApprovalRules approvals,
            TrialRules trialRules,
            WorkspaceRules workspaceRules,
            SandboxRegistry registry,
            CertificateAuthorities cas,
            Function<Account, Admission> admissions,
            Accounts accounts,
            InstantSource wall,
            @Nullable ReceiptSigner signer,
            RegistryOfSkills registryOfSkills,
            Guard guard,
            DialRules dials,
            List<SandboxPart> parts,
            ChangeMeter meter)
            throws StateException {
        var revoked = new RevokedLeases(store, wall);
        revoked.load();
        var states = new SandboxStates(
                store, cas, accounts, revoked, new SandboxParts(parts), new Workspaces(workspaceRules));
        var commits = new SandboxCommits(states, policies, registry);
        states.unwritten().load();
        var pending = new PendingChanges(approvals, store, wall);
        pending.load();
        var guardrails = new GuardrailsChanges(states, policies, commits, configured != null, pending, wall);
        guardrails.load(configured);
        var candidate = new CandidateChanges(states, policies, guardrails);
        candidate.load();
        Executor threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("control-", 0).factory());
        var lanes = new ChangeQueues(threads);
        var workspaces = new WorkspaceChanges(lanes, states, policies, admissions, pending, meter);
        workspaces.load();
        new Restoration(states, policies, commits, admissions).restoreAll();
        states.sweep();
        registryOfSkills.reload();
        var skills = new Skills(lanes, states, policies, registryOfSkills);
        skills.load();
        var sandboxes =
                new SandboxLife(states, policies, commits, admissions, new DelegationReceipts(wall, signer), pending);
        var updates = new SandboxUpdates(states, commits, sandboxes);
        var trials = new SandboxTrials(lanes, states, policies, commits, sandboxes, updates, trialRules, wall);
        trials.load();
        return new PolicyControl(
                states,
                sandboxes,
                updates,
                commits,
                guardrails,
                candidate,
                pending,
                new Explanations(states, policies, guard, dials),
                skills,
                trials,
                workspaces,
                new DocumentsReplay(lanes, states, policies, dials, trialRules.replay(), wall),
                lanes,
                threads,
                meter);
    }

    /**
     * Retries writes of what is already in force, records expired leases, and ends candidates and report mode. Called
     * about once a second by one thread; blocks.
     */
    public void writeAgain() {
        states.unwritten().retry();
        guardrails.writeAgain();
        ended.look();
        workspaces.look();
        trials.expire();
    }

    /** Returns whether everything in force, and all spending, is written. */
    public boolean isWritten() {
        return guardrails.isWritten()
                && states.unwritten().count() == 0
                && states.accounts().isWritten();
    }

    @Override
    public CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change) {
        return counted(inLane(id, () -> sandboxes.put(new PutRequest(id, change, null))));
    }

    @Override
    public CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase) {
        return counted(inLane(id, () -> updates.phase(id, phase)));
    }

    @Override
    public CompletionStage<Removed> delete(SandboxId id) {
        var answer = new CompletableFuture<SandboxUpdates.Deletion>();
        if (!removals.offer(id, () -> ChangeQueues.complete(answer, () -> updates.delete(id)))) {
            answer.completeExceptionally(new RejectedExecutionException("too many changes wait"));
        }
        return answer.thenCompose(was -> states.parts()
                .ended(id)
                .thenCombine(was.confirmed(), (_, confirmed) -> new Removed(was.removal(), confirmed)));
    }

    @Override
    public @Nullable SandboxView get(SandboxId id) {
        SandboxState state = states.find(id);
        return state == null ? null : view(state);
    }

    @Override
    public @Nullable DocumentsView documents(SandboxId id) {
        SandboxState state = states.find(id);
        return state == null
                ? null
                : new DocumentsView(state.generation(), state.record().documents());
    }

    /** Returns null if the sandbox was deleted meanwhile. */
    private @Nullable SandboxView view(SandboxState state) {
        String certificate = states.cas().certificatePem(state.id());
        return certificate == null
                ? null
                : state.view(certificate, states.parts().report(state.sandbox()));
    }

    @Override
    public @Nullable String receipt(SandboxId id) {
        SandboxState state = states.find(id);
        return state == null ? null : state.record().receipt();
    }

    @Override
    public List<SandboxView> list() {
        return states.all().stream()
                .sorted(Comparator.comparing(state -> state.id().text()))
                .flatMap(state -> Stream.ofNullable(view(state)))
                .toList();
    }

    @Override
    public CompletionStage<GuardrailsAnswer> putGuardrails(GuardrailsChange change) {
        return countedRules(unlessConfigured(() -> guardrails.put(change)));
    }

    @Override
    public CompletionStage<GuardrailsAnswer> rollBackGuardrails(GuardrailsRollback rollback) {
        return countedRules(unlessConfigured(() -> guardrails.rollBack(rollback)));
    }

    @Override
    public CompletionStage<GuardrailsAnswer> putCandidate(GuardrailsDocuments documents, boolean dryRun) {
        return unlessConfigured(() -> candidate.put(documents, dryRun));
    }

    @Override
    public CompletionStage<GuardrailsAnswer> removeCandidate() {
        return unlessConfigured(candidate::remove);
    }

    @Override
    public CompletionStage<GuardrailsAnswer> promoteCandidate(GuardrailsPromotion promotion) {
        return countedRules(unlessConfigured(() -> candidate.promote(promotion)));
    }

    @Override
    public List<String> guardrailRules() {
        return Stream.concat(
                        named("guardrails:", states.guardrails().policy()), named("candidate:", states.candidate()))
                .toList();
    }

    private static Stream<String> named(String author, AuthoredRego rego) {
        return rego.rules().stream().map(rule -> author + rule);
    }

    @Override
    public GuardrailsView candidate() {
        return candidate.view();
    }

    /** Puts the operator's own guardrails in force after their folder was read again. */
    public CompletionStage<GuardrailsAnswer> reload(ConfiguredGuardrails configured) {
        return countedRules(inLane(() -> guardrails.reload(configured)));
    }

    @Override
    public GuardrailsView guardrails() {
        return guardrails.view();
    }

    @Override
    public List<PastGuardrailsView> guardrailsHistory() {
        return guardrails.history();
    }

    @Override
    public @Nullable PastGuardrailsView pastGuardrails(String version) {
        return guardrails.past(version);
    }

    @Override
    public CompletionStage<ExplainAnswer> explain(SandboxId id, Question question, RequestHeaders headers) {
        return lanes.run(
                EXPLAINING + id.text(),
                () -> explanations.explain(id, question, headers),
                new ExplainAnswer.Unavailable("too many calls wait"));
    }

    @Override
    public CompletionStage<ExplainAnswer> explainToSandbox(SandboxId id, Question question, RequestHeaders headers) {
        return lanes.run(
                EXPLAINING + id.text(),
                () -> explanations.explainToSandbox(id, question, headers),
                new ExplainAnswer.Unavailable("too many calls wait"));
    }

    @Override
    public Optional<EffectivePolicy> effective(SandboxId id) {
        return explanations.effective(id);
    }

    @Override
    public CompletionStage<SuggestAnswer> suggest(SandboxId id, Collection<? extends Question> refused) {
        return lanes.run(
                id.text(),
                () -> explanations.suggest(id, refused),
                new SuggestAnswer.Unavailable("too many calls wait"));
    }

    private CompletionStage<SandboxAnswer> counted(CompletionStage<SandboxAnswer> change) {
        return meter.measure(change, SandboxAnswer.InForce.class::isInstance);
    }

    private CompletionStage<GuardrailsAnswer> countedRules(CompletionStage<GuardrailsAnswer> change) {
        return meter.measure(change, GuardrailsAnswer.InForce.class::isInstance);
    }

    private CompletionStage<GuardrailsAnswer> unlessConfigured(ChangeQueues.Change<GuardrailsAnswer> change) {
        return guardrails.areConfigured()
                ? CompletableFuture.completedFuture(new GuardrailsAnswer.Configured())
                : inLane(change);
    }

    private CompletionStage<GuardrailsAnswer> inLane(ChangeQueues.Change<GuardrailsAnswer> change) {
        return lanes.run(
                GUARDRAILS, change, new GuardrailsAnswer.Unavailable("too many changes of the guardrails wait"));
    }

    private CompletionStage<SandboxAnswer> inLane(SandboxId id, ChangeQueues.Change<SandboxAnswer> change) {
        return lanes.run(id.text(), () -> adopted.following(id, change, AdoptedSandboxes::isBehind), FULL)
                .thenCompose(answer -> reached(id, answer));
    }

    private CompletionStage<SandboxAnswer> reached(SandboxId id, SandboxAnswer answer) {
        return answer instanceof SandboxAnswer.InForce inForce
                ? states.sharing().confirmed(id, inForce.view().generation()).thenApply(inForce::confirmedBy)
                : CompletableFuture.completedFuture(answer);
    }
}
