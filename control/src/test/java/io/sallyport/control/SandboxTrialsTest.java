package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.control.calls.TrialCounts;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.FormedStore;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRules;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Candidates and report mode end by the clock, with their sandbox and by another policy. */
class SandboxTrialsTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant END = START.plusSeconds(3_600);
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final SandboxId OTHER = new SandboxId("sb-2");
    private static final SandboxId CHILD = new SandboxId("sb-3");
    private static final CanonicalRequest GRANTED = request("https://a.test/x");
    private static final CanonicalRequest REFUSED = request("https://b.test/x");

    private final ManualClock clock = new ManualClock(START);
    private final CompiledPolicies policies = CompiledPolicies.withDefaults(clock, clock);
    private final Store store = new FormedStore();
    private final MemoryAuthorities cas = new MemoryAuthorities();
    private SandboxRegistry registry = new SandboxRegistry();
    private PolicyControl control = load(true);

    @Test
    void aCandidateEndsByTheClockAndIsForgottenByTheState() throws StateException {
        put(SB, null, "a.test");
        inForce(control.trials().putCandidate(SB, lease("b.test"), END));
        assertThat(decide(SB, GRANTED).reported().denies()).hasSize(1);
        assertThat(decide(SB, REFUSED).reported().wouldAllow()).isTrue();
        restart(true);
        assertThat(decide(SB, REFUSED).reported().wouldAllow()).isTrue();
        clock.setWall(END);
        control.writeAgain();
        assertThat(decide(SB, GRANTED).reported().denies()).isEmpty();
        assertThat(decide(SB, REFUSED).reported().wouldAllow()).isFalse();
        assertThat(control.trials().candidate(SB)).isEmpty();
        assertThat(store.sandboxes().getFirst().trials().candidate()).isNull();
    }

    @Test
    void aCandidateRaisesNoGenerationAndEndsWithItsSandbox() {
        put(SB, null, "a.test");
        inForce(control.trials().putCandidate(SB, lease("b.test"), null));
        assertThat(generation(SB)).isEqualTo(1);
        control.delete(SB).toCompletableFuture().join();
        put(SB, null, "a.test");
        assertThat(control.trials().candidate(SB)).isEmpty();
        assertThat(decide(SB, REFUSED).reported().wouldAllow()).isFalse();
    }

    @Test
    void aCandidateStaysBesideAnotherPolicyAndIsNotPromotedThere() {
        put(SB, null, "a.test");
        inForce(control.trials().putCandidate(SB, lease("b.test"), null));
        put(SB, null, "c.test");
        assertThat(decide(SB, REFUSED).reported().wouldAllow()).isTrue();
        assertThat(join(control.trials().promoteCandidate(SB, Precondition.NONE, ChangeOrigin.UNKNOWN)))
                .isInstanceOf(SandboxAnswer.MovedOn.class);
        inForce(control.trials().putCandidate(SB, lease("b.test"), null));
        inForce(control.trials().promoteCandidate(SB, Precondition.NONE, ChangeOrigin.UNKNOWN));
        assertThat(decide(SB, REFUSED)).isInstanceOf(Decision.Allow.class);
        assertThat(decide(SB, REFUSED).reported().denies()).isEmpty();
        assertThat(control.trials().candidate(SB)).isEmpty();
    }

    @Test
    void noMoreSandboxesHaveACandidateThanMay() {
        put(SB, null, "a.test");
        put(OTHER, null, "a.test");
        inForce(control.trials().putCandidate(SB, lease("b.test"), null));
        assertThat(join(control.trials().putCandidate(OTHER, lease("b.test"), null)))
                .isEqualTo(new SandboxAnswer.Taken(
                        TrialControl.TOO_MANY_CANDIDATES,
                        "as many sandboxes as may (1, trials.max_candidates) have a candidate"));
        inForce(control.trials().putCandidate(SB, lease("c.test"), null));
        inForce(control.trials().removeCandidate(SB));
        inForce(control.trials().putCandidate(OTHER, lease("b.test"), null));
    }

    @Test
    void reportModeEndsByTheClockBeforeAnythingNoticesIt() {
        put(SB, null, "a.test");
        inForce(control.trials().report(SB, END));
        assertThat(generation(SB)).isEqualTo(2);
        assertThat(decide(SB, REFUSED)).isInstanceOf(Decision.Allow.class);
        restart(true);
        assertThat(decide(SB, REFUSED)).isInstanceOf(Decision.Allow.class);
        clock.setWall(END);
        assertThat(decide(SB, REFUSED)).isInstanceOf(Decision.Deny.class);
        control.writeAgain();
        assertThat(generation(SB)).isEqualTo(3);
        clock.setWall(START);
        assertThat(decide(SB, REFUSED)).as("the clock was set back").isInstanceOf(Decision.Deny.class);
    }

    @Test
    void aChildInReportModePassesNothingThatItsParentRefuses() {
        put(SB, null, "a.test");
        put(CHILD, SB, "a.test");
        inForce(control.trials().report(CHILD, END));
        assertThat(decide(CHILD, REFUSED)).isInstanceOf(Decision.Deny.class);
        assertThat(decide(CHILD, GRANTED)).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void nothingIsInReportModeWhereGuardrailsNeedTwoPeople() {
        put(SB, null, "a.test");
        inForce(control.trials().report(SB, END));
        restart(false);
        assertThat(decide(SB, REFUSED)).isInstanceOf(Decision.Deny.class);
        assertThat(join(control.trials().report(SB, END))).isInstanceOf(SandboxAnswer.Taken.class);
    }

    private static CanonicalRequest request(String url) {
        return switch (WrittenRequest.parse("GET", url)) {
            case Parsed.Accepted<CanonicalRequest>(CanonicalRequest request) -> request;
            case Parsed.Rejected<CanonicalRequest> invalid -> throw new AssertionError(invalid);
        };
    }

    private Decision decide(SandboxId id, CanonicalRequest request) {
        return PolicyChain.of(Objects.requireNonNull(registry.find(id))).decide(request);
    }

    private long generation(SandboxId id) {
        return Objects.requireNonNull(control.get(id)).generation();
    }

    private static SandboxDocuments lease(String host) {
        return SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"https://" + host + "/**\"]}")
                .build();
    }

    private void put(SandboxId id, @Nullable SandboxId parent, String host) {
        var documents = lease(host).toBuilder().parent(parent).build();
        inForce(control.put(id, new SandboxChange(documents, Precondition.NONE, false)));
    }

    private static void inForce(CompletionStage<SandboxAnswer> answer) {
        assertThat(join(answer)).isInstanceOf(SandboxAnswer.InForce.class);
    }

    private static SandboxAnswer join(CompletionStage<SandboxAnswer> answer) {
        return answer.toCompletableFuture().join();
    }

    private void restart(boolean reportMode) {
        registry = new SandboxRegistry();
        control = load(reportMode);
    }

    private PolicyControl load(boolean reportMode) {
        try {
            return PolicyControl.load(
                    store,
                    policies,
                    null,
                    ApprovalRules.NONE,
                    new TrialRules(
                            Duration.ofDays(1), 1, reportMode, TrialCounts.NONE, TrialRules.ReplayBounds.BY_DEFAULT),
                    WorkspaceRules.NONE,
                    registry,
                    cas,
                    account -> new LiveAdmission(AdmissionLimits.BY_DEFAULT, clock, clock, account),
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    clock,
                    null,
                    new RegistryOfSkills(null, policies, new SkillRegistry(), clock),
                    new Guard(ClosedPaths.of(List.of())),
                    DialRules.NONE,
                    List.of(),
                    ChangeMeter.unread());
        } catch (StateException e) {
            throw new IllegalStateException(e);
        }
    }
}
