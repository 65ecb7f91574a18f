package io.sallyport.control;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredCandidate;
import io.sallyport.control.store.StoredTrials;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.policycompiler.author.Compilation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link TrialControl}, where each change runs in the lane of its sandbox. Safe for concurrent use. */
final class SandboxTrials implements TrialControl {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxTrials.class);

    /** Limit of writes per call of {@link #expire}, whose thread has other work. */
    static final int MAX_WRITES = 32;

    private final ChangeQueues lanes;
    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final SandboxCommits commits;
    private final SandboxLife life;
    private final SandboxUpdates updates;
    private final TrialRules rules;
    private final InstantSource wall;

    SandboxTrials(
            ChangeQueues lanes,
            SandboxStates states,
            CompiledPolicies policies,
            SandboxCommits commits,
            SandboxLife life,
            SandboxUpdates updates,
            TrialRules rules,
            InstantSource wall) {
        this.lanes = lanes;
        this.states = states;
        this.policies = policies;
        this.commits = commits;
        this.life = life;
        this.updates = updates;
        this.rules = rules;
        this.wall = wall;
    }

    /** Counts for the candidates that were restored, and ends report mode that the operator permits no more. */
    void load() {
        if (!rules.reportMode()) {
            states.all().stream()
                    .filter(state -> state.record().trials().reportUntil() != null)
                    .forEach(state -> updates.report(state.id(), null));
        }
        states.all().stream()
                .filter(SandboxTrials::hasCandidate)
                .forEach(state -> rules.counts().begin(state.id()));
    }

    private CompletionStage<SandboxAnswer> inLane(SandboxId id, ChangeQueues.Change<SandboxAnswer> change) {
        return lanes.run(id.text(), change, PolicyControl.FULL);
    }

    @Override
    public CompletionStage<SandboxAnswer> putCandidate(
            SandboxId id, SandboxDocuments documents, @Nullable Instant until) {
        return inLane(id, () -> compile(id, documents, until));
    }

    @Override
    public CompletionStage<SandboxAnswer> removeCandidate(SandboxId id) {
        return inLane(id, () -> remove(id));
    }

    @Override
    public CompletionStage<SandboxAnswer> promoteCandidate(SandboxId id, Precondition digest, ChangeOrigin origin) {
        return inLane(id, () -> promote(id, digest, origin));
    }

    @Override
    public CompletionStage<SandboxAnswer> report(SandboxId id, @Nullable Instant until) {
        return inLane(id, () -> {
            if (!rules.reportMode()) {
                return new SandboxAnswer.Taken(
                        NO_REPORT_MODE,
                        "report mode lets pass what guardrails and the sandbox's documents refuse, and a change of"
                                + " them needs another person (approvals.guardrails, approvals.sandboxes)");
            }
            Instant end = end(until);
            return end == null ? wrongEnd() : updates.report(id, end);
        });
    }

    @Override
    public CompletionStage<SandboxAnswer> enforce(SandboxId id) {
        return inLane(id, () -> {
            SandboxState before = states.find(id);
            return before != null && before.record().trials().reportUntil() == null
                    ? none("the sandbox is not in report mode")
                    : updates.report(id, null);
        });
    }

    private SandboxAnswer compile(SandboxId id, SandboxDocuments given, @Nullable Instant until) {
        SandboxState before = states.find(id);
        if (before == null) {
            return new SandboxAnswer.Unknown();
        }
        Instant end = end(until);
        if (end == null) {
            return wrongEnd();
        }
        SandboxDocuments documents = before.record().documents().withGrantsOf(given);
        List<String> above = states.leasesFrom(documents.parent());
        return switch (policies.sandbox(id, documents, above, states.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new SandboxAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(String why) -> new SandboxAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) -> put(id, spec, end, warnings);
        };
    }

    /** The commit lock is held alone, so that the candidates are counted right. */
    private SandboxAnswer put(SandboxId id, SandboxSpec spec, Instant end, List<Diagnostic> warnings) {
        states.guardrailsCommit().lock();
        try {
            SandboxState before = states.find(id);
            if (before == null) {
                return new SandboxAnswer.Unknown();
            }
            if (!hasCandidate(before) && candidates() >= rules.maxCandidates()) {
                return new SandboxAnswer.Taken(
                        TOO_MANY_CANDIDATES,
                        "as many sandboxes as may (" + rules.maxCandidates()
                                + ", trials.max_candidates) have a candidate");
            }
            var stored = new StoredCandidate(
                    spec.documents(), spec.policy().digest(), before.generation(), end.toEpochMilli());
            SandboxState next = renew(before, before.record().trials().with(stored), spec);
            rules.counts().begin(id);
            return commits.answer(next, warnings);
        } catch (StateException e) {
            return SandboxCommits.failed(id, e);
        } finally {
            states.guardrailsCommit().unlock();
        }
    }

    private static boolean hasCandidate(SandboxState state) {
        return state.record().trials().candidate() != null;
    }

    private long candidates() {
        return states.all().stream().filter(SandboxTrials::hasCandidate).count();
    }

    /** Writes the record with other trials, then judges by them in the same generation, with nothing remembered. */
    private SandboxState renew(SandboxState before, StoredTrials trials, @Nullable SandboxSpec candidate)
            throws StateException {
        SandboxRecord record = before.record().withTrials(trials);
        PolicySnapshot snapshot = policies.snapshot(
                before.spec(),
                states.guardrails().policy(),
                states.trials(candidate, record),
                record.risenTo(before.generation()));
        SandboxState next = before.trying(record, candidate, snapshot);
        states.store().save(record);
        if (next.sandbox().policy().renew(snapshot)) {
            states.put(next);
        }
        return next;
    }

    private SandboxAnswer remove(SandboxId id) {
        try (var _ = states.lockFamily(null, id)) {
            SandboxState before = states.find(id);
            if (before == null) {
                return new SandboxAnswer.Unknown();
            }
            return !hasCandidate(before)
                    ? none("no candidate is beside what is in force")
                    : commits.answer(withoutCandidate(before), before.diagnostics());
        } catch (StateException e) {
            return SandboxCommits.failed(id, e);
        }
    }

    private SandboxState withoutCandidate(SandboxState before) throws StateException {
        SandboxState next = renew(before, before.record().trials().with(null), null);
        rules.counts().forget(before.id());
        return next;
    }

    private SandboxAnswer promote(SandboxId id, Precondition digest, ChangeOrigin origin) {
        SandboxState before = states.find(id);
        StoredCandidate candidate =
                before == null ? null : before.record().trials().candidate();
        if (before == null) {
            return new SandboxAnswer.Unknown();
        }
        if (candidate == null) {
            return none("no candidate is beside what is in force");
        }
        if (!digest.holds(candidate.digest())) {
            return new SandboxAnswer.MovedOn(before.generation());
        }
        var generation = new Precondition.OneOf(Set.of(Long.toString(candidate.generation())));
        SandboxAnswer answer = life.put(new PutRequest(
                id,
                new SandboxChange(candidate.documents(), generation, false, origin),
                before.record().lease()));
        if (answer instanceof SandboxAnswer.InForce) {
            rules.counts().forget(id);
        }
        return answer;
    }

    private static SandboxAnswer none(String why) {
        return new SandboxAnswer.Taken(NO_TRIAL, why);
    }

    @Override
    public Optional<CandidateView> candidate(SandboxId id) {
        SandboxState state = states.find(id);
        StoredCandidate stored = state == null ? null : state.record().trials().candidate();
        if (state == null || stored == null) {
            return Optional.empty();
        }
        SandboxSpec spec = state.candidate();
        return Optional.of(new CandidateView(
                id,
                stored.digest(),
                stored.generation(),
                Instant.ofEpochMilli(stored.until()),
                spec != null,
                spec == null ? List.of() : spec.policy().allowed()));
    }

    /** Returns when it ends, or null if that is past or too late. */
    private @Nullable Instant end(@Nullable Instant until) {
        Instant latest = wall.instant().plus(rules.maxDuration());
        Instant end = until == null ? latest : until;
        return end.isAfter(wall.instant()) && !end.isAfter(latest) ? end : null;
    }

    private SandboxAnswer wrongEnd() {
        return new SandboxAnswer.Refused(List.of(Diagnostic.error(
                "until",
                0,
                0,
                DiagnosticCode.WRONG_VALUE,
                "until is past or too late",
                "expected: at most " + rules.maxDuration() + " from now (trials.max_duration)")));
    }

    @Override
    public List<TrialView> list() {
        return states.all().stream()
                .map(state -> new TrialView(
                        state.id(), state.generation(), state.record().trials().terms()))
                .filter(trial -> !trial.terms().equals(TrialTerms.NONE))
                .sorted(Comparator.comparing(trial -> trial.id().text()))
                .toList();
    }

    @Override
    public Open open() {
        long inReportMode = states.all().stream()
                .filter(state -> state.record().trials().reportUntil() != null)
                .count();
        return new Open(candidates(), inReportMode);
    }

    /** Ends what has reached its end. Called about once a second. */
    void expire() {
        long now = wall.millis();
        int left = MAX_WRITES;
        for (SandboxState seen : states.all()) {
            if (left > 0 && isOver(seen, now)) {
                left = end(seen.id(), now) ? left - 1 : 0;
            }
        }
    }

    private static boolean isOver(SandboxState state, long now) {
        return isCandidateOver(state, now) || isReportModeOver(state, now);
    }

    private static boolean isCandidateOver(SandboxState state, long now) {
        StoredCandidate candidate = state.record().trials().candidate();
        return candidate != null && candidate.until() <= now;
    }

    private static boolean isReportModeOver(SandboxState state, long now) {
        Long until = state.record().trials().reportUntil();
        return until != null && until <= now;
    }

    /** Returns whether it was written; report mode is over whether it is or not. */
    private boolean end(SandboxId id, long now) {
        SandboxState state = states.find(id);
        boolean written = true;
        if (state != null && isCandidateOver(state, now)) {
            written = remove(id) instanceof SandboxAnswer.InForce;
        }
        if (state != null && isReportModeOver(state, now)) {
            written &= updates.report(id, null) instanceof SandboxAnswer.InForce;
            LOG.info("sandbox {} is in report mode no more", id);
        }
        return written;
    }
}
