package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.HistoryControl.HistoryAnswer;
import io.sallyport.control.calls.HistoryControl.PastDocuments;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialCounts;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.LockWait;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.DialRules;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Earlier documents of a sandbox are found in the state, and put in force again. */
class SandboxHistoryTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final SandboxId OTHER = new SandboxId("sb-1.x");

    private final ManualClock clock = new ManualClock(Instant.parse("2030-01-01T00:00:00Z"));
    private final CompiledPolicies policies = CompiledPolicies.withDefaults(clock, clock);

    @TempDir
    Path folder = Path.of("");

    private StateDirectory directory;
    private PolicyControl control;

    @BeforeEach
    void start() throws StateException {
        directory = StateDirectory.open(folder.resolve("state"), LockWait.NONE);
        control = load();
    }

    @AfterEach
    void stop() throws StateException {
        directory.close();
    }

    private PolicyControl load() throws StateException {
        return PolicyControl.load(
                directory.store(),
                policies,
                null,
                ApprovalRules.NONE,
                new TrialRules(Duration.ofDays(1), 1, true, TrialCounts.NONE, TrialRules.ReplayBounds.BY_DEFAULT),
                WorkspaceRules.NONE,
                new SandboxRegistry(),
                new MemoryAuthorities(),
                account -> new LiveAdmission(AdmissionLimits.BY_DEFAULT, clock, clock, account),
                new Accounts(directory.store(), (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                clock,
                null,
                new RegistryOfSkills(null, policies, new SkillRegistry(), clock),
                new Guard(ClosedPaths.of(List.of())),
                DialRules.NONE,
                List.of(),
                ChangeMeter.unread());
    }

    private static SandboxDocuments lease(String host) {
        return SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"https://" + host + "/**\"]}")
                .build();
    }

    private void put(SandboxId id, SandboxDocuments documents) {
        inForce(control.put(id, new SandboxChange(documents, Precondition.NONE, false)));
    }

    private static void inForce(CompletionStage<SandboxAnswer> answer) {
        assertThat(answer.toCompletableFuture().join()).isInstanceOf(SandboxAnswer.InForce.class);
    }

    private SandboxAnswer rollBack(long generation, Precondition condition) {
        return control.history()
                .rollBack(SB, generation, condition, ChangeOrigin.UNKNOWN)
                .toCompletableFuture()
                .join();
    }

    private List<PastDocuments> past(SandboxId id) {
        return control.history().past(id) instanceof HistoryAnswer.Found(var all) ? all : List.of();
    }

    private List<Long> generations() {
        return past(SB).stream().map(PastDocuments::generation).toList();
    }

    @Test
    void theNewestComeFirstAndOutlastARestart() throws StateException {
        put(OTHER, lease("other.test"));
        for (int i = 1; i <= 12; i++) {
            put(SB, lease("h" + i + ".test"));
        }
        assertThat(generations()).startsWith(12L, 11L, 10L).endsWith(2L, 1L).hasSize(12);
        assertThat(past(OTHER)).as("another sandbox whose id begins so").hasSize(1);
        directory.close();
        start();
        assertThat(generations()).startsWith(12L, 11L, 10L, 9L).hasSize(12);
        assertThat(control.history().past(new SandboxId("none"))).isEqualTo(new HistoryAnswer.Unknown());
    }

    @Test
    void noMoreThanTheBoundAreRead() {
        for (int i = 0; i < HistoryControl.MAX_PAST + 5; i++) {
            put(SB, lease("h" + i + ".test"));
        }
        assertThat(generations())
                .hasSize(HistoryControl.MAX_PAST + 1)
                .startsWith(55L)
                .endsWith(5L);
        assertThat(rollBack(4, Precondition.NONE))
                .isEqualTo(new SandboxAnswer.Taken(HistoryControl.NOT_KEPT, "the history has no generation 4"));
    }

    @Test
    void whatGrantsComesBackAndWhoTheSandboxIsStays() {
        put(
                SB,
                lease("a.test").toBuilder()
                        .run("run-1")
                        .labels(Map.of("team", "a"))
                        .build());
        var second = lease("b.test").toBuilder()
                .run("run-2")
                .labels(Map.of("team", "b"))
                .phase(Phase.EXECUTION);
        put(SB, second.build());
        assertThat(rollBack(1, new Precondition.OneOf(Set.of("1")))).isEqualTo(new SandboxAnswer.MovedOn(2));
        assertThat(rollBack(1, new Precondition.OneOf(Set.of("2")))).isInstanceOf(SandboxAnswer.InForce.class);
        PastDocuments now = past(SB).getFirst();
        assertThat(now.generation()).isEqualTo(3);
        assertThat(now.phase()).isEqualTo(Phase.EXECUTION);
        assertThat(now.documents())
                .isEqualTo(second.phase(null).lease(lease("a.test").lease()).build());
        assertThat(generations()).containsExactly(3L, 2L, 1L);
    }
}
