package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalControl.ApprovalAnswer;
import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.store.LockWait;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxApprovalsTest {
    private static final Duration EXPIRY = Duration.ofHours(24);
    private static final ApprovalRules RULES = new ApprovalRules(true, false, true, EXPIRY, 2, 4, 2);
    private static final ChangeOrigin ALICE = person("runner", "alice.token");
    private static final ChangeOrigin BOB = person("security", "bob.token");
    private static final SandboxId SB = new SandboxId("sb");
    private static final SandboxId CHILD = new SandboxId("child");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-26T12:00:00Z"));
    private Store store = new MemoryStore();
    private PolicyControl control = load(RULES);

    @Test
    void aSandboxIsThereOnceAnotherPersonHasApprovedItsDocuments() {
        PendingChange change = pending(put(SB, "a", ALICE));
        assertThat(control.get(SB)).isNull();
        assertThat(change.summary()).contains("of runner alice.token, sandbox:sb, digest ");
        assertThat(inForce(approve(change, BOB)).created()).isTrue();
        assertThat(allowed()).containsExactly("http://a.test/**");
        assertThat(control.approvals().list()).isEmpty();
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
    }

    @Test
    void itsAuthorDoesNotApproveItWithATokenOfAnotherRole() {
        PendingChange change = pending(put(SB, "a", ALICE));
        assertThat(approve(change, person("security", "alice.token"))).isEqualTo(new ApprovalAnswer.OwnChange(change));
        assertThat(control.get(SB)).isNull();
    }

    @Test
    void whoApprovesGetsNoTokenAndTheAuthorGetsOneByPuttingTheSameDocuments() {
        SandboxAnswer.InForce approved = inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        assertThat(approved.fresh()).isNull();
        var rotation = new SandboxChange(documents("a", null), Precondition.NONE, true, ALICE);
        var rotated = (SandboxAnswer.InForce) join(control.put(SB, rotation));
        assertThat(rotated.fresh()).isNotNull();
        assertThat(control.approvals().list()).isEmpty();
    }

    @Test
    void aChangeThatRotatesTokensDoesNotWait() {
        inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        var both = new SandboxChange(documents("b", null), Precondition.NONE, true, ALICE);
        assertThat(join(control.put(SB, both))).isInstanceOf(SandboxAnswer.Taken.class);
        assertThat(control.approvals().list()).isEmpty();
    }

    @Test
    void anythingElseThanTheDocumentsInForceWaits() {
        inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        for (SandboxDocuments other : List.of(
                documents("a", null).toBuilder().labels(Map.of("team", "docs")).build(),
                documents("a", null).toBuilder().phase(Phase.EXECUTION).build(),
                SandboxDocuments.NONE)) {
            PendingChange change = pending(join(control.put(SB, change(other, ALICE))));
            assertThat(join(control.approvals().remove(change.id()))).isInstanceOf(ApprovalAnswer.Removed.class);
        }
        assertThat(allowed()).containsExactly("http://a.test/**");
    }

    @Test
    void whatWasMadeForAnotherGenerationIsNotApproved() {
        PendingChange creation = pending(put(SB, "b", ALICE));
        inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        assertThat(control.approvals().isOutdated(creation)).isTrue();
        assertThat(approve(creation, BOB)).isInstanceOf(ApprovalAnswer.Outdated.class);
        PendingChange change = pending(put(SB, "c", ALICE));
        join(control.phase(SB, Phase.EXECUTION));
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Outdated.class);
        assertThat(allowed()).containsExactly("http://a.test/**");
        PendingChange next = pending(put(SB, "d", ALICE));
        assertThat(control.approvals().list()).as("the outdated ones made room").containsExactly(next);
    }

    @Test
    void aChangeOfASandboxThatIsGoneDoesNotCreateIt() {
        inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        PendingChange change = pending(put(SB, "b", ALICE));
        join(control.delete(SB));
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Outdated.class);
        pending(put(SB, "a", ALICE));
        assertThat(control.get(SB)).as("put again, it waits again").isNull();
    }

    @Test
    void aRollbackWaitsAndSaysWhatItRestores(@TempDir Path folder) throws StateException {
        try (StateDirectory directory = StateDirectory.open(folder.resolve("state"), LockWait.NONE)) {
            store = directory.store();
            control = load(RULES);
            inForce(approve(pending(put(SB, "a", ALICE)), BOB));
            long first = generation();
            inForce(approve(pending(put(SB, "b", ALICE)), BOB));
            PendingChange change = pending(join(control.history().rollBack(SB, first, Precondition.NONE, ALICE)));
            assertThat(change.origin().restores()).isEqualTo(first);
            assertThat(allowed()).containsExactly("http://b.test/**");
            assertThat(store.pendingChanges()).as("on the disk").containsExactly(change);
            inForce(approve(change, BOB));
            assertThat(allowed()).containsExactly("http://a.test/**");
        }
    }

    @Test
    void aCandidateWaitsForNobodyAndItsPromotionPutsWhatWasShown() {
        inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        candidate("b");
        PendingChange change = pending(join(control.trials().promoteCandidate(SB, Precondition.NONE, ALICE)));
        assertThat(allowed()).containsExactly("http://a.test/**");
        candidate("c");
        inForce(approve(change, BOB));
        assertThat(allowed()).containsExactly("http://b.test/**");
    }

    @Test
    void noLeaseGoesAroundIt() {
        var request =
                new LeaseRequest("{\"net.fetch\": [\"http://a.test/**\"]}", null, null, null, Map.of(), null, null);
        assertThat(join(control.leases().put(SB, request)))
                .isInstanceOfSatisfying(
                        LeaseAnswer.Conflict.class,
                        refused -> assertThat(refused.code()).isEqualTo("NEEDS_APPROVAL"));
        assertThat(control.get(SB)).isNull();
    }

    @Test
    void whatIsWiderThanTheParentByThenIsRefusedAndWaitsOn() {
        inForce(approve(pending(put(SB, "a", ALICE)), BOB));
        PendingChange child = pending(join(control.put(CHILD, change(documents("a", SB), ALICE))));
        inForce(approve(pending(put(SB, "b", ALICE)), BOB));
        assertThat(((ApprovalAnswer.PutSandbox) approve(child, BOB)).answer())
                .isInstanceOf(SandboxAnswer.Refused.class);
        assertThat(control.get(CHILD)).isNull();
        assertThat(control.approvals().list()).containsExactly(child);
    }

    @Test
    void whatDoesNotLoadOrFitDoesNotWait() {
        for (SandboxDocuments wrong :
                List.of(SandboxDocuments.builder().lease("{").build(), documents("a", new SandboxId("none")))) {
            assertThat(join(control.put(SB, change(wrong, ALICE)))).isInstanceOf(SandboxAnswer.Refused.class);
        }
        var there = new SandboxChange(documents("a", null), new Precondition.Exists(), false, ALICE);
        assertThat(join(control.put(SB, there))).isInstanceOf(SandboxAnswer.MovedOn.class);
        assertThat(control.approvals().list()).isEmpty();
    }

    @Test
    void changesOfSandboxesAreBoundedForOneAndForAllAndLeaveRoomToGuardrails() {
        pending(put(SB, "a", ALICE));
        pending(put(SB, "b", ALICE));
        assertThat(put(SB, "c", ALICE)).isInstanceOf(SandboxAnswer.Full.class);
        pending(put(CHILD, "a", ALICE));
        pending(put(CHILD, "b", ALICE));
        assertThat(put(new SandboxId("third"), "a", ALICE)).isInstanceOf(SandboxAnswer.Full.class);
        var rules = new GuardrailsDocuments(Map.of("g.rego", "package sallyport.guardrails\n"), null);
        assertThat(join(control.putGuardrails(new GuardrailsChange(rules, Precondition.NONE, BOB, false))))
                .isInstanceOf(GuardrailsAnswer.Pending.class);
    }

    @Test
    void whatWaitsOutlastsARestartAndExpires() throws StateException {
        PendingChange change = pending(put(SB, "a", ALICE));
        control = load(RULES);
        assertThat(control.approvals().list()).containsExactly(change);
        clock.advance(EXPIRY);
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(control.get(SB)).isNull();
    }

    @Test
    void withoutTheSettingNothingThatWaitedIsApproved() {
        PendingChange change = pending(put(SB, "a", ALICE));
        control = load(new ApprovalRules(true, true, false, EXPIRY, 2, 4, 2));
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(put(SB, "b", ALICE)).isInstanceOf(SandboxAnswer.InForce.class);
    }

    @Test
    void whatCannotBeWrittenDoesNotWait() {
        store = new FullStore(store);
        control = load(RULES);
        assertThat(put(SB, "a", ALICE)).isInstanceOf(SandboxAnswer.Unavailable.class);
        assertThat(control.approvals().list()).isEmpty();
    }

    private void candidate(String host) {
        assertThat(join(control.trials().putCandidate(SB, documents(host, null), null)))
                .isInstanceOf(SandboxAnswer.InForce.class);
    }

    private List<String> allowed() {
        return view().allowed();
    }

    private long generation() {
        return view().generation();
    }

    private SandboxView view() {
        return Objects.requireNonNull(control.get(SB));
    }

    private SandboxAnswer put(SandboxId id, String host, ChangeOrigin author) {
        return join(control.put(id, change(documents(host, null), author)));
    }

    private static SandboxChange change(SandboxDocuments documents, ChangeOrigin author) {
        return new SandboxChange(documents, Precondition.NONE, false, author);
    }

    private static SandboxDocuments documents(String host, @Nullable SandboxId parent) {
        return SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"http://" + host + ".test/**\"]}")
                .parent(parent)
                .build();
    }

    private ApprovalAnswer approve(PendingChange change, ChangeOrigin approver) {
        return join(control.approvals().approve(change.id(), approver));
    }

    private static PendingChange pending(SandboxAnswer answer) {
        return ((SandboxAnswer.Pending) answer).change();
    }

    private static SandboxAnswer.InForce inForce(ApprovalAnswer answer) {
        return (SandboxAnswer.InForce) ((ApprovalAnswer.PutSandbox) answer).answer();
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static ChangeOrigin person(String role, String name) {
        return new ChangeOrigin(role, name, "because", null, null);
    }

    private PolicyControl load(ApprovalRules rules) {
        return LoadedControl.of(store, rules, clock);
    }
}
