package io.sallyport.control;

import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.Admission;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.ledger.Account;
import io.sallyport.model.DialRules;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link Control} over the state and the policies of one gateway. Safe for concurrent use. */
public final class PolicyControl implements Control {
    private static final Logger LOG = LoggerFactory.getLogger(PolicyControl.class);

    /** The lane of the guardrails; no sandbox has this id. */
    private static final String GUARDRAILS = "";

    private final SandboxStates states;
    private final ChangeQueues lanes;
    private final Removals removals;
    private final SandboxLife sandboxes;
    private final Explanations explanations;
    private final GuardrailsChanges guardrails;
    private final Leases leases;
    private final EndedTerms ended;
    private final Skills skills;

    private PolicyControl(
            SandboxStates states,
            SandboxLife sandboxes,
            GuardrailsChanges guardrails,
            Explanations explanations,
            SkillChanges skills) {
        this.states = states;
        this.ended = new EndedTerms(states);
        this.explanations = explanations;
        this.sandboxes = sandboxes;
        this.guardrails = guardrails;
        Executor threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("control-", 0).factory());
        lanes = new ChangeQueues(threads);
        removals = new Removals(lanes, states.parts());
        this.skills = new Skills(lanes, skills);
        leases = new Leases(lanes, removals, threads, new LeaseChanges(states, sandboxes), states);
    }

    /** Returns control of the same state for an ARCP runtime. */
    public LeaseControl leases() {
        return leases;
    }

    /** Returns control of the sandboxes' skills. */
    public SkillControl skills() {
        return skills;
    }

    /**
     * Loads the state. All that it holds is in force when this returns.
     *
     * @param wall clock for the time at which a lease was revoked
     * @param configured guardrails of the operator's folder, which is then the only source; null if there is no folder
     * @param admissions creates the admission of a new sandbox
     * @param accounts without any account yet; its creator calls {@link Accounts#tick}
     * @param registryOfSkills the operator's registry, not yet read
     * @param guard the other checks on actions, for explanations of actions
     * @param dials the dialer's refusals, for explanations of requests
     * @param parts the parts of each sandbox, in order of preparation
     * @throws StateException if the state cannot be read
     */
    public static PolicyControl load(
            Store store,
            CompiledPolicies policies,
            @Nullable GuardrailsDocuments configured,
            SandboxRegistry registry,
            CertificateAuthorities cas,
            Function<Account, Admission> admissions,
            Accounts accounts,
            InstantSource wall,
            RegistryOfSkills registryOfSkills,
            Guard guard,
            DialRules dials,
            List<SandboxPart> parts)
            throws StateException {
        var revoked = new RevokedLeases(store, wall);
        revoked.load();
        var states = new SandboxStates(store, registry, cas, accounts, revoked, new SandboxParts(parts));
        states.unwritten().load();
        var guardrails = new GuardrailsChanges(states, policies, configured != null);
        guardrails.load(configured);
        new Restoration(states, policies, admissions).restoreAll();
        states.sweep();
        registryOfSkills.reload();
        var skills = new SkillChanges(states, policies, registryOfSkills);
        skills.load();
        return new PolicyControl(
                states,
                new SandboxLife(states, policies, admissions),
                guardrails,
                new Explanations(states, policies, guard, dials),
                skills);
    }

    /**
     * Retries writes of what is already in force, and records expired leases. Called about once a second by one thread;
     * blocks.
     */
    public void writeAgain() {
        states.writeAgain();
        ended.look();
    }

    /** Returns whether everything in force, and all spending, is written. */
    public boolean isWritten() {
        return states.isWritten() && states.accounts().isWritten();
    }

    @Override
    public CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change) {
        return inLane(id, () -> sandboxes.put(new PutRequest(id, change, null)));
    }

    @Override
    public CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase) {
        return inLane(id, () -> sandboxes.phase(id, phase));
    }

    @Override
    public CompletionStage<Removal> delete(SandboxId id) {
        var answer = new CompletableFuture<Removal>();
        if (!removals.offer(id, () -> complete(answer, () -> sandboxes.delete(id)))) {
            answer.completeExceptionally(new RejectedExecutionException("too many changes wait"));
        }
        return answer.thenCompose(was -> states.parts().ended(id).thenApply(_ -> was));
    }

    @Override
    public @Nullable SandboxView get(SandboxId id) {
        SandboxState state = states.find(id);
        return state == null ? null : view(state);
    }

    /** Returns null if the sandbox was deleted meanwhile. */
    private @Nullable SandboxView view(SandboxState state) {
        String certificate = states.cas().certificatePem(state.id());
        return certificate == null
                ? null
                : SandboxViews.of(state, certificate, states.parts().report(state.sandbox()));
    }

    @Override
    public List<SandboxView> list() {
        return states.all().stream()
                .sorted(Comparator.comparing(state -> state.id().text()))
                .flatMap(state -> Stream.ofNullable(view(state)))
                .toList();
    }

    @Override
    public CompletionStage<GuardrailsAnswer> putGuardrails(GuardrailsDocuments documents, boolean dryRun) {
        if (guardrails.areConfigured()) {
            return CompletableFuture.completedFuture(new GuardrailsAnswer.Configured());
        }
        return changeGuardrails(documents, dryRun);
    }

    /** Puts the operator's own guardrails in force after their folder was read again. */
    public CompletionStage<GuardrailsAnswer> reload(GuardrailsDocuments documents) {
        return changeGuardrails(documents, false);
    }

    @Override
    public GuardrailsView guardrails() {
        return guardrails.view();
    }

    @Override
    public CompletionStage<ExplainAnswer> explain(SandboxId id, Question question) {
        var answer = new CompletableFuture<ExplainAnswer>();
        if (!lanes.offer(id.text(), () -> complete(answer, () -> explained(id, question)))) {
            answer.complete(new ExplainAnswer.Unavailable("too many calls wait"));
        }
        return answer;
    }

    @Override
    public CompletionStage<SuggestAnswer> suggest(SandboxId id, Collection<? extends Question> refused) {
        var answer = new CompletableFuture<SuggestAnswer>();
        if (!lanes.offer(id.text(), () -> complete(answer, () -> explanations.suggest(id, refused)))) {
            answer.complete(new SuggestAnswer.Unavailable("too many calls wait"));
        }
        return answer;
    }

    private ExplainAnswer explained(SandboxId id, Question question) {
        Explanation explanation = explanations.explain(id, question);
        return explanation == null ? new ExplainAnswer.Unknown() : new ExplainAnswer.Explained(explanation);
    }

    private CompletionStage<GuardrailsAnswer> changeGuardrails(GuardrailsDocuments documents, boolean dryRun) {
        var answer = new CompletableFuture<GuardrailsAnswer>();
        if (!lanes.offer(GUARDRAILS, () -> complete(answer, () -> guardrails.put(documents, dryRun)))) {
            answer.complete(new GuardrailsAnswer.Unavailable("too many changes of the guardrails wait"));
        }
        return answer;
    }

    private CompletionStage<SandboxAnswer> inLane(SandboxId id, Supplier<SandboxAnswer> change) {
        var answer = new CompletableFuture<SandboxAnswer>();
        if (!lanes.offer(id.text(), () -> complete(answer, change::get))) {
            answer.complete(new SandboxAnswer.Unavailable("too many changes wait (at most " + ChangeQueues.MAX_WAITING
                    + " for a sandbox, " + ChangeQueues.MAX_CHANGES + " in all)"));
        }
        return answer;
    }

    interface Work<T> {
        T done() throws StateException;
    }

    /** The outer edge of a change: reports every failure to the caller. */
    static <T> void complete(CompletableFuture<T> answer, Work<T> work) {
        try {
            answer.complete(work.done());
        } catch (StateException | RuntimeException | Error e) {
            LOG.error("a change of policy failed", e);
            answer.completeExceptionally(e);
        }
    }
}
