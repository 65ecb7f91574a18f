package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.DialRules;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The wall clock jumps a day on and back. */
class EndedTermsTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant END = START.plusSeconds(3_600);
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final SandboxId CHILD = new SandboxId("sb-2");

    private final ManualClock clock = new ManualClock(START);
    private final Store store = new MemoryStore();
    private final MemoryAuthorities cas = new MemoryAuthorities();
    private SandboxRegistry registry = new SandboxRegistry();
    private PolicyControl control = load();

    @BeforeEach
    void putBoth() {
        put(SB, null);
        put(CHILD, SB);
    }

    @Test
    void whatEndedStaysEndedThroughEveryChangeButAnotherPut() {
        jump();
        assertThat(standing(SB)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        assertThat(standing(CHILD)).as("below it").isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        control.phase(SB, Phase.EXECUTION).toCompletableFuture().join();
        var guardrails = new GuardrailsDocuments(Map.of("g.rego", "package sallyport.guardrails"), null);
        control.putGuardrails(new GuardrailsChange(guardrails, Precondition.NONE, ChangeOrigin.UNKNOWN, false))
                .toCompletableFuture()
                .join();
        assertThat(standing(SB)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        put(SB, null);
        assertThat(standing(SB)).isEqualTo(Verdict.PASS);
        assertThat(standing(CHILD)).isEqualTo(Verdict.PASS);
    }

    @Test
    void anEndThatWasSeenOutlastsTheProcess() throws StateException {
        jump();
        restart();
        assertThat(standing(SB)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        control.phase(SB, Phase.EXECUTION).toCompletableFuture().join();
        restart();
        assertThat(standing(SB)).as("in another phase").isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        put(SB, null);
        restart();
        assertThat(standing(SB)).as("put again").isEqualTo(Verdict.PASS);
        assertThat(store.sandboxes()).noneMatch(stored -> stored.ended());
    }

    /** Only the gateway itself checks the term meanwhile. */
    private void jump() {
        clock.setWall(START.plus(Duration.ofDays(1)));
        control.writeAgain();
        clock.setWall(START);
    }

    private Verdict standing(SandboxId id) {
        Sandbox sandbox = Objects.requireNonNull(registry.find(id));
        return PolicyChain.of(sandbox).standing();
    }

    private void put(SandboxId id, @Nullable SandboxId parent) {
        String end = parent == null ? "{\"expires_at\": \"" + END + "\"}" : null;
        var documents = SandboxDocuments.builder()
                .lease("{}")
                .leaseConstraints(end)
                .parent(parent)
                .build();
        var answer = control.put(id, new SandboxChange(documents, Precondition.NONE, false))
                .toCompletableFuture()
                .join();
        assertThat(answer).isInstanceOf(SandboxAnswer.InForce.class);
    }

    private void restart() {
        registry = new SandboxRegistry();
        control = load();
    }

    private PolicyControl load() {
        try {
            return PolicyControl.load(
                    store,
                    SharedPolicies.POLICIES,
                    null,
                    ApprovalRules.NONE,
                    TrialRules.UNCOUNTED,
                    WorkspaceRules.NONE,
                    registry,
                    cas,
                    account -> new LiveAdmission(AdmissionLimits.BY_DEFAULT, clock, clock, account),
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    clock,
                    null,
                    new RegistryOfSkills(null, SharedPolicies.POLICIES, new SkillRegistry(), clock),
                    new Guard(ClosedPaths.of(List.of())),
                    DialRules.NONE,
                    List.of(),
                    ChangeMeter.unread());
        } catch (StateException e) {
            throw new IllegalStateException(e);
        }
    }
}
