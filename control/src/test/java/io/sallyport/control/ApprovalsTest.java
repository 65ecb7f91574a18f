package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalControl.ApprovalAnswer;
import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsPromotion;
import io.sallyport.control.calls.Control.GuardrailsRollback;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.PastGuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ApprovalsTest {
    private static final Duration EXPIRY = Duration.ofHours(24);
    private static final ApprovalRules RULES = new ApprovalRules(true, true, false, EXPIRY, 3, 0, 0);
    private static final ChangeOrigin ALICE = person("security", "alice.token");
    private static final ChangeOrigin BOB = person("security", "bob.token");

    private static final WorkspaceId DOCS = new WorkspaceId("docs");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-26T12:00:00Z"));
    private Store store = new MemoryStore();
    private PolicyControl control = load(RULES);

    @Test
    void aChangeWaitsForAnotherPersonAndTheHistoryNamesBoth() {
        PendingChange change = pending(put("a", ALICE));
        assertThat(control.guardrails().rego()).isEmpty();
        assertThat(control.approvals().list()).containsExactly(change);
        assertThat(inForce(approve(change, BOB)).view().rego())
                .isEqualTo(named("a").rego());
        assertThat(control.guardrails().digest()).isEqualTo(change.proposal().digest());
        assertThat(control.approvals().list()).isEmpty();
        assertThat(control.guardrailsHistory())
                .extracting(PastGuardrailsView::origin)
                .containsExactly(ALICE.approvedBy(BOB));
    }

    @Test
    void itsAuthorDoesNotApproveItWhateverTheRoleOfTheToken() {
        PendingChange change = pending(put("a", ALICE));
        for (String role : List.of("security", "operator")) {
            assertThat(approve(change, person(role, "alice.token"))).isEqualTo(new ApprovalAnswer.OwnChange(change));
        }
        assertThat(control.guardrails().epoch()).isZero();
    }

    @Test
    void sixteenApprovalsPutOneChangeInForce() throws Exception {
        PendingChange change = pending(put("a", ALICE));
        List<CompletionStage<ApprovalAnswer>> answers = new ArrayList<>();
        List<Thread> threads = IntStream.range(0, 16)
                .mapToObj(_ -> Thread.ofVirtual().start(() -> {
                    CompletionStage<ApprovalAnswer> answer = control.approvals().approve(change.id(), BOB);
                    synchronized (answers) {
                        answers.add(answer);
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(answers.stream().map(ApprovalsTest::join).filter(ApprovalAnswer.Put.class::isInstance))
                .hasSize(1);
        assertThat(control.guardrails().epoch()).isEqualTo(1);
    }

    @Test
    void whatWasMadeForAReplacedSetIsNotApproved() {
        PendingChange first = pending(put("a", ALICE));
        PendingChange second = pending(put("b", BOB));
        inForce(approve(first, BOB));
        assertThat(approve(second, ALICE)).isInstanceOf(ApprovalAnswer.Outdated.class);
        assertThat(control.guardrails().rego()).isEqualTo(named("a").rego());
        PendingChange third = pending(put("c", BOB));
        assertThat(control.approvals().list()).as("the outdated one made room").containsExactly(third);
    }

    @Test
    void theSameTextPutReplacedAndPutAgainDoesNotBringAnOldChangeBack() {
        inForce(approve(pending(put("a", ALICE)), BOB));
        PendingChange old = pending(put("old", ALICE));
        inForce(approve(pending(put("b", ALICE)), BOB));
        inForce(approve(pending(put("a", ALICE)), BOB));
        assertThat(control.approvals().get(old.id())).isNull();
        assertThat(approve(old, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
    }

    @Test
    void aConditionIsAskedWhenTheChangeIsMade() {
        var there = new GuardrailsChange(named("a"), new Precondition.Exists(), ALICE, false);
        assertThat(join(control.putGuardrails(there))).isInstanceOf(GuardrailsAnswer.MovedOn.class);
        assertThat(control.approvals().list()).isEmpty();
    }

    @Test
    void whatDoesNotCompileDoesNotWait() {
        var wrong = new GuardrailsDocuments(Map.of("g.rego", "package"), null);
        assertThat(join(control.putGuardrails(new GuardrailsChange(wrong, Precondition.NONE, ALICE, false))))
                .isInstanceOf(GuardrailsAnswer.Refused.class);
        assertThat(control.approvals().list()).isEmpty();
    }

    @Test
    void anExpiredChangeIsGone() {
        PendingChange change = pending(put("a", ALICE));
        clock.advance(EXPIRY.minusMillis(1));
        assertThat(control.approvals().get(change.id())).isEqualTo(change);
        clock.advance(Duration.ofMillis(1));
        assertThat(control.approvals().list()).isEmpty();
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(remove(change)).isInstanceOf(ApprovalAnswer.Unknown.class);
    }

    @Test
    void tenThousandChangesDoNotWait() {
        for (int i = 0; i < RULES.maxPending(); i++) {
            pending(put("a" + i, ALICE));
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(put("b" + i, ALICE)).isInstanceOf(GuardrailsAnswer.Full.class);
        }
        assertThat(control.approvals().list()).hasSize(RULES.maxPending());
        clock.advance(EXPIRY);
        pending(put("c", ALICE));
    }

    @Test
    void moreTextThanFitsDoesNotWait() {
        String text = "x".repeat((int) PendingChanges.MAX_CHARS);
        var large = new GuardrailsDocuments(Map.of("g.rego", text), null);
        assertThat(join(control.putGuardrails(new GuardrailsChange(large, Precondition.NONE, ALICE, false))))
                .isInstanceOf(GuardrailsAnswer.Full.class);
    }

    @Test
    void anIdStandsForTheTextTheAuthorAndTheNote() {
        PendingChange change = pending(put("a", ALICE));
        PendingChange other = pending(put("a", BOB));
        assertThat(change.id()).hasSize(32).isNotEqualTo(other.id());
        assertThat(pending(put("a", ALICE))).isEqualTo(change);
        assertThat(control.approvals().list()).hasSize(2);
    }

    @Test
    void aDryRunAndACandidateDoNotWait() {
        assertThat(join(control.putGuardrails(new GuardrailsChange(named("a"), Precondition.NONE, ALICE, true))))
                .isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(join(control.putCandidate(named("a"), false))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(control.guardrails().epoch()).isZero();
    }

    @Test
    void anApprovedPromotionTakesTheCandidateAway() {
        join(control.putCandidate(named("a"), false));
        PendingChange change = pending(
                join(control.promoteCandidate(new GuardrailsPromotion(Precondition.NONE, Precondition.NONE, ALICE))));
        assertThat(control.candidate().digest()).isEqualTo(change.proposal().digest());
        inForce(approve(change, BOB));
        assertThat(control.candidate().digest()).isEmpty();
        assertThat(control.guardrails().rego()).isEqualTo(named("a").rego());
    }

    @Test
    void aPromotionOfACandidateThatWasReplacedOrTakenAwayIsNotApproved() {
        join(control.putCandidate(named("a"), false));
        PendingChange change = pending(
                join(control.promoteCandidate(new GuardrailsPromotion(Precondition.NONE, Precondition.NONE, ALICE))));
        join(control.putCandidate(named("b"), false));
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Outdated.class);
        join(control.removeCandidate());
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Outdated.class);
        assertThat(control.guardrails().epoch()).isZero();
    }

    @Test
    void aRollbackWaitsToo() {
        inForce(approve(pending(put("a", ALICE)), BOB));
        inForce(approve(pending(put("b", ALICE)), BOB));
        PendingChange back =
                pending(join(control.rollBackGuardrails(new GuardrailsRollback(1, Precondition.NONE, BOB, false))));
        assertThat(control.guardrails().rego()).isEqualTo(named("b").rego());
        inForce(approve(back, ALICE));
        assertThat(control.guardrails().rego()).isEqualTo(named("a").rego());
        assertThat(control.guardrailsHistory().getFirst().origin())
                .isEqualTo(BOB.restoring(1).approvedBy(ALICE));
    }

    @Test
    void whatWasTakenAwayIsNotApproved() {
        PendingChange change = pending(put("a", ALICE));
        assertThat(remove(change)).isEqualTo(new ApprovalAnswer.Removed(change));
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(remove(change)).isInstanceOf(ApprovalAnswer.Unknown.class);
    }

    @Test
    void takingAllGuardrailsAwayWaitsToo() {
        inForce(approve(pending(put("a", ALICE)), BOB));
        var none = new GuardrailsDocuments(Map.of(), null);
        var current = new Precondition.OneOf(Set.of(control.guardrails().tag()));
        pending(join(control.putGuardrails(new GuardrailsChange(none, current, ALICE, false))));
        assertThat(control.guardrails().rego()).isEqualTo(named("a").rego());
    }

    @Test
    void whatWaitsOutlastsARestartAndItsAuthorIsStillItsAuthor() {
        PendingChange change = pending(put("a", ALICE));
        control = load(RULES);
        assertThat(control.approvals().list()).containsExactly(change);
        assertThat(approve(change, ALICE)).isInstanceOf(ApprovalAnswer.OwnChange.class);
        inForce(approve(change, BOB));
        control = load(RULES);
        assertThat(control.approvals().list()).isEmpty();
        assertThat(control.guardrailsHistory().getFirst().origin()).isEqualTo(ALICE.approvedBy(BOB));
    }

    @Test
    void whatExpiredWhileNoGatewayRanDoesNotWait() throws StateException {
        pending(put("a", ALICE));
        clock.advance(EXPIRY);
        control = load(RULES);
        assertThat(control.approvals().list()).isEmpty();
        PendingChange next = pending(put("b", ALICE));
        assertThat(store.pendingChanges()).containsExactly(next);
    }

    @Test
    void whatCompilesToAnotherDigestThanWasShownIsNotApproved() throws StateException {
        PendingChange made = pending(put("a", ALICE));
        Map<String, String> rego =
                ((Proposal.OfGuardrails) made.proposal()).set().rego();
        var shown = new Proposal.OfGuardrails(new GuardrailsView(0, "other", rego, null, null), false);
        store.save(new PendingChange("shown", shown, made.base(), ALICE, made.timeMillis(), made.expiresMillis()));
        control = load(RULES);
        assertThat(join(control.approvals().approve("shown", BOB)))
                .extracting(answer -> ((ApprovalAnswer.Put) answer).answer())
                .isInstanceOf(GuardrailsAnswer.Refused.class);
        assertThat(control.guardrails().epoch()).isZero();
        assertThat(control.approvals().get("shown")).isNotNull();
    }

    @Test
    void aChangeThatExpiresIsToldOnceAlsoIfAnotherMadeRoomOrAStartCameBetween() throws StateException {
        PendingChange first = pending(put("a", ALICE));
        clock.advance(EXPIRY);
        PendingChange second = pending(put("b", BOB));
        clock.advance(EXPIRY);
        assertThat(expired()).containsExactly(first, second);
        assertThat(expired()).isEmpty();
        PendingChange third = pending(put("c", ALICE));
        clock.advance(EXPIRY);
        control = load(RULES);
        assertThat(expired()).containsExactly(third);
        assertThat(store.pendingChanges()).isEmpty();
    }

    /** Approving what does not exist waits for the lane. */
    private List<PendingChange> expired() {
        List<PendingChange> expired = new ArrayList<>();
        control.expireChanges(expired::add);
        assertThat(join(control.approvals().approve("none", BOB))).isInstanceOf(ApprovalAnswer.Unknown.class);
        return expired;
    }

    @Test
    void withoutApprovalsNothingThatWaitedIsApproved() {
        PendingChange change = pending(put("a", ALICE));
        control = load(ApprovalRules.NONE);
        assertThat(control.approvals().list()).isEmpty();
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(put("b", ALICE)).isInstanceOf(GuardrailsAnswer.InForce.class);
    }

    @Test
    void whatCannotBeWrittenDoesNotWaitAndWhatCannotBeDeletedWaitsOn() {
        PendingChange change = pending(put("a", ALICE));
        store = new FullStore(store);
        control = load(RULES);
        assertThat(put("b", ALICE)).isInstanceOf(GuardrailsAnswer.Unavailable.class);
        assertThat(remove(change)).isInstanceOf(ApprovalAnswer.Unavailable.class);
        assertThat(control.approvals().list()).containsExactly(change);
        assertThat(inForce(approve(change, BOB)).durable()).isFalse();
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Outdated.class);
    }

    @Test
    void aWorkspaceIsPutOnceAnotherPersonHasApprovedIt() throws StateException {
        PendingChange change = pending(putWorkspace("a", ALICE));
        assertThat(control.workspaces().get(DOCS)).isNull();
        assertThat(change.summary()).contains("of security alice.token, workspace:docs, digest ");
        assertThat(approve(change, person("operator", "alice.token"))).isEqualTo(new ApprovalAnswer.OwnChange(change));
        control = load(RULES);
        assertThat(control.approvals().list()).as("after a restart").containsExactly(change);
        assertThat(putApproved(approve(change, BOB))).isInstanceOf(WorkspaceAnswer.InForce.class);
        assertThat(control.workspaces().get(DOCS)).isNotNull();
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(store.pendingChanges()).isEmpty();
    }

    @Test
    void aChangeMadeForAnotherGenerationOfAWorkspaceIsNotApproved() {
        putApproved(approve(pending(putWorkspace("a", ALICE)), BOB));
        PendingChange first = pending(putWorkspace("b", ALICE));
        PendingChange second = pending(putWorkspace("c", BOB));
        putApproved(approve(first, BOB));
        assertThat(control.approvals().isOutdated(second)).isTrue();
        assertThat(approve(second, ALICE)).isInstanceOf(ApprovalAnswer.Outdated.class);
        PendingChange third = pending(putWorkspace("d", BOB));
        assertThat(control.approvals().list()).as("the outdated one made room").containsExactly(third);
    }

    @Test
    void aWorkspaceIsRemovedOnceAnotherPersonHasApprovedThat() {
        putApproved(approve(pending(putWorkspace("a", ALICE)), BOB));
        var waits = (WorkspaceRemoval.Pending) join(control.workspaces().delete(DOCS, BOB));
        assertThat(control.workspaces().get(DOCS)).isNotNull();
        assertThat(approve(waits.change(), BOB)).isInstanceOf(ApprovalAnswer.OwnChange.class);
        assertThat(approve(waits.change(), ALICE))
                .isEqualTo(new ApprovalAnswer.RemovedWorkspace(waits.change(), new WorkspaceRemoval.Gone()));
        assertThat(control.workspaces().get(DOCS)).isNull();
        assertThat(join(control.workspaces().delete(DOCS, BOB))).isInstanceOf(WorkspaceRemoval.Unknown.class);
    }

    @Test
    void changesOfAWorkspaceAndOfGuardrailsWaitBesideEachOtherUpToOneBound() {
        PendingChange rules = pending(put("a", ALICE));
        PendingChange workspace = pending(putWorkspace("a", ALICE));
        inForce(approve(rules, BOB));
        PendingChange next = pending(put("b", ALICE));
        assertThat(control.approvals().list()).containsExactly(workspace, next);
        pending(putWorkspace("b", ALICE));
        assertThat(putWorkspace("c", ALICE)).isInstanceOf(WorkspaceAnswer.Full.class);
        assertThat(put("d", ALICE)).isInstanceOf(GuardrailsAnswer.Full.class);
    }

    @Test
    void eachKindWaitsOnlyWhereTheSettingSaysSo() {
        PendingChange change = pending(putWorkspace("a", ALICE));
        control = load(new ApprovalRules(true, false, false, EXPIRY, 3, 0, 0));
        assertThat(control.approvals().list()).isEmpty();
        assertThat(approve(change, BOB)).isInstanceOf(ApprovalAnswer.Unknown.class);
        assertThat(putWorkspace("b", ALICE)).isInstanceOf(WorkspaceAnswer.InForce.class);
        assertThat(put("a", ALICE)).isInstanceOf(GuardrailsAnswer.Pending.class);
    }

    @Test
    void documentsOfAWorkspaceThatDoNotLoadDoNotWait() {
        var wrong = SandboxDocuments.builder().lease("{").build();
        assertThat(join(control.workspaces().put(DOCS, wrong, Precondition.NONE, ALICE)))
                .isInstanceOf(WorkspaceAnswer.Refused.class);
        assertThat(control.approvals().list()).isEmpty();
    }

    private WorkspaceAnswer putWorkspace(String host, ChangeOrigin author) {
        var documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"http://" + host + ".test/**\"]}")
                .build();
        return join(control.workspaces().put(DOCS, documents, Precondition.NONE, author));
    }

    private static PendingChange pending(WorkspaceAnswer answer) {
        return ((WorkspaceAnswer.Pending) answer).change();
    }

    private static WorkspaceAnswer putApproved(ApprovalAnswer answer) {
        return ((ApprovalAnswer.PutWorkspace) answer).answer();
    }

    private GuardrailsAnswer put(String name, ChangeOrigin author) {
        return join(control.putGuardrails(new GuardrailsChange(named(name), Precondition.NONE, author, false)));
    }

    private ApprovalAnswer approve(PendingChange change, ChangeOrigin approver) {
        return join(control.approvals().approve(change.id(), approver));
    }

    private ApprovalAnswer remove(PendingChange change) {
        return join(control.approvals().remove(change.id()));
    }

    private static PendingChange pending(GuardrailsAnswer answer) {
        return ((GuardrailsAnswer.Pending) answer).change();
    }

    private static GuardrailsAnswer.InForce inForce(ApprovalAnswer answer) {
        return (GuardrailsAnswer.InForce) ((ApprovalAnswer.Put) answer).answer();
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static ChangeOrigin person(String role, String name) {
        return new ChangeOrigin(role, name, "because", null, null);
    }

    private static GuardrailsDocuments named(String name) {
        String rule = """
                package sallyport.guardrails

                deny contains {"rule": "NAME", "message": "m"} if input.net.host == "NAME.test"
                """.replace("NAME", name);
        return new GuardrailsDocuments(Map.of("g.rego", rule), null);
    }

    private PolicyControl load(ApprovalRules rules) {
        return LoadedControl.of(store, rules, clock);
    }
}
