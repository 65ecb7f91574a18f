package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.ConfiguredGuardrails;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsPromotion;
import io.sallyport.control.calls.Control.GuardrailsRollback;
import io.sallyport.control.calls.Control.PastGuardrailsView;
import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.Removed;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.control.store.StoredTrials;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRules;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PolicyControlTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final SandboxId OTHER = new SandboxId("sb-2");
    private static final GuardrailsPromotion PROMOTION =
            new GuardrailsPromotion(Precondition.NONE, Precondition.NONE, ChangeOrigin.UNKNOWN);
    private static final ChangeOrigin BY = new ChangeOrigin("security", "ci.token", "note", null, null);

    private final HeldPart part = new HeldPart();
    private Store store = new MemoryStore();
    private final MemoryAuthorities cas = new MemoryAuthorities();
    private SandboxRegistry registry = new SandboxRegistry();
    private PolicyControl control = load(null);

    @Test
    void aNewSandboxIsInForceAndItsTokenOpensTheDoor() {
        var answer = inForce(put(SB, "a"));
        assertThat(answer.created()).isTrue();
        assertThat(answer.view().generation()).isEqualTo(1);
        assertThat(answer.view().status()).isEqualTo("loaded");
        assertThat(answer.view().phase()).isEqualTo(Phase.PLANNING);
        Tokens fresh = Objects.requireNonNull(answer.fresh());
        assertThat(fresh.proxyToken()).isNotEqualTo(fresh.fetchToken());
        assertThat(fresh.fetchToken()).as("as fullsend's clients know it").matches("[0-9a-f]{64}");
        assertThat(registry.holdsToken(SB, Sha256.hexOf(fresh.proxyToken()))).isTrue();
        assertThat(registry.holdsToken(SB, Sha256.hexOf(fresh.fetchToken()))).isFalse();
        assertThat(part.heard).containsExactly("prepared sb-1", "active sb-1", "changed sb-1");
    }

    @Test
    void aReplacedSandboxKeepsItsTokenUnlessThatIsRotated() {
        Tokens first = Objects.requireNonNull(inForce(put(SB, "a")).fresh());
        var second = inForce(put(SB, "b"));
        assertThat(second.fresh()).isNull();
        assertThat(second.created()).isFalse();
        assertThat(second.view().generation()).isEqualTo(2);
        Tokens rotated = Objects.requireNonNull(inForce(
                        join(control.put(SB, new SandboxChange(documents("b"), Precondition.NONE, true))))
                .fresh());
        assertThat(registry.holdsToken(SB, Sha256.hexOf(first.proxyToken()))).isFalse();
        assertThat(registry.holdsToken(SB, Sha256.hexOf(rotated.proxyToken()))).isTrue();
    }

    @Test
    void documentsThatAreRefusedChangeNothing() {
        inForce(put(SB, "a"));
        var before = view(SB);
        assertThat(put(SB, "bad"))
                .isInstanceOfSatisfying(
                        SandboxAnswer.Refused.class,
                        refused -> assertThat(refused.diagnostics()).hasSize(1));
        assertThat(put(SB, "full")).isInstanceOf(SandboxAnswer.Unavailable.class);
        assertThat(view(SB)).isEqualTo(before);
        assertThat(put(OTHER, "bad")).isInstanceOf(SandboxAnswer.Refused.class);
        assertThat(control.get(OTHER)).isNull();
    }

    @Test
    void aChangeMadeForAnotherGenerationIsRefused() {
        assertThat(join(control.put(SB, new SandboxChange(documents("a"), at(1), false))))
                .isEqualTo(new SandboxAnswer.MovedOn(0));
        inForce(put(SB, "a"));
        assertThat(join(control.put(SB, new SandboxChange(documents("b"), at(7), false))))
                .isEqualTo(new SandboxAnswer.MovedOn(1));
        assertThat(join(control.put(SB, new SandboxChange(documents("b"), at(1), false))))
                .isInstanceOf(SandboxAnswer.InForce.class);
    }

    @Test
    void changesComeIntoForceInTheOrderInWhichTheyArrived() throws InterruptedException {
        CompletionStage<SandboxAnswer> slow =
                control.put(SB, new SandboxChange(documents("slow"), Precondition.NONE, false));
        part.slowBegan.await();
        CompletionStage<SandboxAnswer> quick =
                control.put(SB, new SandboxChange(documents("quick"), Precondition.NONE, false));
        assertThat(inForce(put(OTHER, "a")).view().generation()).isEqualTo(1);
        assertThat(quick.toCompletableFuture()).isNotDone();
        part.slow.countDown();
        assertThat(inForce(join(slow)).view().generation()).isEqualTo(1);
        assertThat(inForce(join(quick)).view().generation()).isEqualTo(2);
        assertThat(view(SB).allowed()).containsExactly("https://quick.test/**");
    }

    @Test
    void tooManyWaitingChangesOfOneSandboxAreRefusedAndHurtNobodyElse() throws InterruptedException {
        var first = control.put(SB, new SandboxChange(documents("slow"), Precondition.NONE, false));
        part.slowBegan.await();
        var waiting = new ArrayList<CompletionStage<SandboxAnswer>>();
        for (int i = 0; i < ChangeQueues.MAX_WAITING; i++) {
            waiting.add(control.put(SB, new SandboxChange(documents("a"), Precondition.NONE, false)));
        }
        assertThat(put(SB, "b")).isInstanceOf(SandboxAnswer.Unavailable.class);
        assertThat(put(OTHER, "a")).isInstanceOf(SandboxAnswer.InForce.class);
        part.slow.countDown();
        join(first);
        waiting.forEach(answer -> inForce(join(answer)));
        assertThat(view(SB).generation()).isEqualTo(1 + ChangeQueues.MAX_WAITING);
    }

    @Test
    void aPhaseIsKeptUntilItIsChanged() {
        assertThat(join(control.phase(SB, Phase.EXECUTION))).isInstanceOf(SandboxAnswer.Unknown.class);
        inForce(put(SB, "a"));
        assertThat(inForce(join(control.phase(SB, Phase.EXECUTION))).view().generation())
                .isEqualTo(2);
        assertThat(inForce(put(SB, "b")).view().phase()).isEqualTo(Phase.EXECUTION);
    }

    @Test
    void aDeletedSandboxIsGoneAndItsSuccessorRisesAboveIt() {
        Sandbox first = sandbox(inForce(put(SB, "a")).view().id());
        Tokens token = Objects.requireNonNull(inForce(put(OTHER, "x")).fresh());
        inForce(put(SB, "b"));
        assertThat(join(control.delete(SB)).removal()).isEqualTo(Removal.DURABLE);
        assertThat(join(control.delete(SB)).removal()).isEqualTo(Removal.UNKNOWN);
        assertThat(registry.find(SB)).isNull();
        assertThat(first.admission().standing(first.policy().current())).isInstanceOf(Verdict.Refuse.class);
        assertThat(part.heard).contains("ended sb-1");
        var again = inForce(put(SB, "a"));
        assertThat(again.created()).isTrue();
        assertThat(again.view().generation()).isEqualTo(3);
        assertThat(again.fresh()).isNotNull();
        assertThat(registry.holdsToken(OTHER, Sha256.hexOf(token.proxyToken()))).isTrue();
    }

    @Test
    void aRemovalHasRoomInALaneThatIsFullAndIsRefusedWhereThatIsUsedUp() throws Exception {
        var slow = control.put(SB, new SandboxChange(documents("slow"), Precondition.NONE, false));
        part.slowBegan.await();
        for (int i = 0; i < ChangeQueues.MAX_WAITING; i++) {
            var _ = control.phase(SB, Phase.EXECUTION);
        }
        assertThat(join(control.phase(SB, Phase.EXECUTION))).isInstanceOf(SandboxAnswer.Unavailable.class);
        List<CompletionStage<Removed>> removals = Stream.generate(() -> control.delete(SB))
                .limit(ChangeQueues.KEPT_FOR_REMOVALS)
                .toList();
        assertThat(control.delete(SB)).isCompletedExceptionally();
        part.slow.countDown();
        inForce(join(slow));
        assertThat(removals.stream().map(PolicyControlTest::join).map(Removed::removal))
                .containsExactly(Removal.DURABLE, Removal.UNKNOWN, Removal.UNKNOWN, Removal.UNKNOWN);
    }

    @Test
    void newGuardrailsRaiseEveryGenerationAndNameWhatDoesNotLoad() throws StateException {
        inForce(put(SB, "a"));
        SandboxRecord broken = store.sandboxes().getFirst();
        store.save(new SandboxRecord(
                OTHER,
                1,
                0,
                broken.digest(),
                Phase.PLANNING,
                documents("bad"),
                "a".repeat(64),
                "b".repeat(64),
                null,
                false,
                StoredTrials.NONE,
                null));
        restart();
        var dry = guardrails("g1", true);
        assertThat(dry.refusedSandboxes()).containsExactly(OTHER);
        assertThat(view(SB).generation()).isEqualTo(1);
        assertThat(control.guardrails().digest()).isEmpty();

        assertThat(guardrails("g1", false).refusedSandboxes()).containsExactly(OTHER);
        assertThat(view(SB).generation()).isEqualTo(2);
        assertThat(view(SB).status()).isEqualTo("loaded");
        assertThat(view(OTHER).status()).isEqualTo("refused");
        assertThat(view(OTHER).diagnostics()).isNotEmpty();
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("g1").rego());
        assertThat(inForce(put(OTHER, "b")).view().status()).isEqualTo("loaded");
    }

    @Test
    void guardrailsThatAreRefusedChangeNothing() {
        guardrails("good", false);
        String digest = control.guardrails().digest();
        assertThat(join(put(new GuardrailsDocuments(Map.of("g.rego", "package"), null), Precondition.NONE, false)))
                .isInstanceOf(GuardrailsAnswer.Refused.class);
        assertThat(control.guardrails().digest()).isEqualTo(digest);
    }

    @Test
    void aSandboxIsCreatedOnlyWhereThereIsNoneAndReplacedOnlyWhereThereIsOne() {
        assertThat(join(control.put(SB, new SandboxChange(documents("a"), new Precondition.Exists(), false))))
                .isEqualTo(new SandboxAnswer.MovedOn(0));
        inForce(join(control.put(SB, new SandboxChange(documents("a"), new Precondition.Absent(), false))));
        assertThat(join(control.put(SB, new SandboxChange(documents("b"), new Precondition.Absent(), false))))
                .isEqualTo(new SandboxAnswer.MovedOn(1));
        inForce(join(control.put(SB, new SandboxChange(documents("b"), new Precondition.Exists(), false))));
    }

    @Test
    void guardrailsThatMovedOnAreNotReplaced() {
        assertThat(join(put(documentsOf("g"), new Precondition.Exists(), false)))
                .isInstanceOf(GuardrailsAnswer.MovedOn.class);
        assertThat(join(put(documentsOf("g"), new Precondition.Absent(), false)))
                .isInstanceOf(GuardrailsAnswer.InForce.class);
        var first = new Precondition.OneOf(Set.of(control.guardrails().tag()));
        assertThat(join(put(documentsOf("h"), first, true))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(join(put(documentsOf("h"), first, false))).isInstanceOf(GuardrailsAnswer.InForce.class);
        for (boolean dryRun : new boolean[] {true, false}) {
            assertThat(join(put(documentsOf("i"), first, dryRun)))
                    .isEqualTo(new GuardrailsAnswer.MovedOn(control.guardrails()));
            assertThat(join(put(documentsOf("i"), new Precondition.Absent(), dryRun)))
                    .isEqualTo(new GuardrailsAnswer.MovedOn(control.guardrails()));
        }
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("h").rego());
    }

    @Test
    void theSameGuardrailsAgainAreAnotherVersion() {
        guardrails("g", false);
        String before = control.guardrails().tag();
        guardrails("h", false);
        guardrails("g", false);
        assertThat(control.guardrails().tag())
                .isNotEqualTo(before)
                .endsWith(control.guardrails().digest());
    }

    @Test
    void aRollbackIsANewEpochWithOldContent() {
        inForce(put(SB, "a"));
        guardrails("good", false);
        var good = control.guardrails();
        guardrails("bad", false);
        long generation = view(SB).generation();
        assertThat(join(rollBack(good.epoch(), true))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("bad").rego());
        assertThat(join(rollBack(good.epoch(), false))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(control.guardrails().rego()).isEqualTo(good.rego());
        assertThat(control.guardrails().digest()).isEqualTo(good.digest());
        assertThat(control.guardrails().epoch()).isEqualTo(good.epoch() + 2);
        assertThat(view(SB).generation()).isEqualTo(generation + 1);
        assertThat(join(rollBack(99, false))).isEqualTo(new GuardrailsAnswer.Unknown());
    }

    @Test
    void theHistorySaysWhoPutWhatAndOutlastsARestart() {
        guardrails("g1", false);
        guardrails("g2", true);
        guardrails("g3", false);
        join(rollBack(1, false));
        restart();
        var history = control.guardrailsHistory();
        assertThat(history).extracting(past -> past.set().epoch()).containsExactly(3L, 2L, 1L);
        assertThat(history).extracting(PastGuardrailsView::origin).containsExactly(BY.restoring(1), BY, BY);
        assertThat(history).allMatch(past -> past.timeMillis() > 0);
        assertThat(history.getFirst().set()).isEqualTo(control.guardrails());
        assertThat(Objects.requireNonNull(control.pastGuardrails("2")).set().rego())
                .isEqualTo(documentsOf("g3").rego());
    }

    @Test
    void guardrailsOfAFolderAreInTheHistoryAndNotRolledBack() {
        control = load(new ConfiguredGuardrails(documentsOf("folder"), ChangeOrigin.FILE));
        assertThat(control.guardrailsHistory())
                .extracting(PastGuardrailsView::origin)
                .containsExactly(ChangeOrigin.FILE);
        assertThat(join(rollBack(1, false))).isInstanceOf(GuardrailsAnswer.Configured.class);
    }

    @Test
    void theSameFolderReadAgainChangesNothing() {
        var folder = new ConfiguredGuardrails(documentsOf("folder"), ChangeOrigin.FILE);
        control = load(folder);
        inForce(put(SB, "a"));
        var before = view(SB);
        assertThat(join(control.reload(folder)))
                .isEqualTo(new GuardrailsAnswer.InForce(control.guardrails(), List.of(), List.of(), true));
        assertThat(view(SB)).isEqualTo(before);
        assertThat(control.guardrailsHistory()).hasSize(1);
        join(control.reload(new ConfiguredGuardrails(documentsOf("other"), ChangeOrigin.FILE)));
        assertThat(view(SB).generation()).isEqualTo(before.generation() + 1);
        assertThat(control.guardrails().epoch()).isEqualTo(2);
    }

    private CompletionStage<GuardrailsAnswer> rollBack(long epoch, boolean dryRun) {
        return control.rollBackGuardrails(new GuardrailsRollback(epoch, Precondition.NONE, BY, dryRun));
    }

    @Test
    void guardrailsOfAFolderAreNotChangedByTheApi() {
        control = load(new ConfiguredGuardrails(documentsOf("folder"), ChangeOrigin.FILE));
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("folder").rego());
        assertThat(join(put(documentsOf("x"), Precondition.NONE, false)))
                .isInstanceOf(GuardrailsAnswer.Configured.class);
        assertThat(join(control.reload(new ConfiguredGuardrails(documentsOf("again"), ChangeOrigin.FILE))))
                .isInstanceOf(GuardrailsAnswer.InForce.class);
    }

    @Test
    void aCandidateIsReportedAndMovesNoGeneration() {
        inForce(put(SB, "a"));
        guardrails("old", false);
        var before = view(SB);
        assertThat(join(control.putCandidate(documentsOf("a"), true))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(reported(SB)).as("a dry run").isEmpty();
        assertThat(join(control.putCandidate(documentsOf("a"), false))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(reported(SB)).containsExactly("candidate:a");
        assertThat(view(SB)).isEqualTo(before);
        inForce(put(OTHER, "a"));
        assertThat(reported(OTHER)).as("of a sandbox that is put later").containsExactly("candidate:a");
        guardrails("newer", false);
        assertThat(reported(SB)).as("beside other guardrails").containsExactly("candidate:a");
        assertThat(join(control.putCandidate(documentsOf("c"), false))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(reported(SB)).as("replaced").isEmpty();
        assertThat(join(control.putCandidate(documentsOf("a"), false))).isInstanceOf(GuardrailsAnswer.InForce.class);

        restart();
        assertThat(control.candidate().rego()).isEqualTo(documentsOf("a").rego());
        assertThat(reported(SB)).as("after a restart").containsExactly("candidate:a");
        assertThat(join(control.removeCandidate())).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(reported(SB)).isEmpty();
        assertThat(control.candidate().digest()).isEmpty();
        assertThat(join(control.removeCandidate())).isInstanceOf(GuardrailsAnswer.NoCandidate.class);
    }

    @Test
    void aCandidateThatIsPromotedIsInForce() {
        inForce(put(SB, "a"));
        join(control.putCandidate(documentsOf("a"), false));
        assertThat(decision(SB)).isInstanceOf(Decision.Allow.class);
        assertThat(control.guardrailRules()).containsExactly("candidate:a");
        var stale = new Precondition.OneOf(Set.of("none"));
        assertThat(join(control.promoteCandidate(
                        new GuardrailsPromotion(Precondition.NONE, stale, ChangeOrigin.UNKNOWN))))
                .isInstanceOf(GuardrailsAnswer.MovedOn.class);
        assertThat(join(control.promoteCandidate(PROMOTION))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(decision(SB).rule()).isEqualTo("guardrails:a");
        assertThat(control.guardrailRules()).containsExactly("guardrails:a");
        assertThat(view(SB).generation()).isEqualTo(2);
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("a").rego());
        assertThat(control.candidate().digest()).isEmpty();
        assertThat(join(control.promoteCandidate(PROMOTION))).isInstanceOf(GuardrailsAnswer.NoCandidate.class);
        restart();
        assertThat(decision(SB).rule()).isEqualTo("guardrails:a");
        assertThat(control.candidate().digest()).isEmpty();
    }

    @Test
    void anotherCandidateThanTheOneThatIsMeantIsNotPromoted() {
        join(control.putCandidate(documentsOf("a"), false));
        var seen = new Precondition.OneOf(Set.of(control.candidate().digest()));
        join(control.putCandidate(documentsOf("b"), false));
        var promotion = new GuardrailsPromotion(seen, Precondition.NONE, ChangeOrigin.UNKNOWN);
        assertThat(join(control.promoteCandidate(promotion)))
                .isEqualTo(new GuardrailsAnswer.OtherCandidate(control.candidate()));
        assertThat(control.guardrails().epoch()).isZero();
        join(control.putCandidate(documentsOf("a"), false));
        assertThat(join(control.promoteCandidate(promotion))).isInstanceOf(GuardrailsAnswer.InForce.class);
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("a").rego());
    }

    @Test
    void aCandidateThatIsRefusedChangesNothing() {
        inForce(put(SB, "a"));
        join(control.putCandidate(documentsOf("a"), false));
        assertThat(join(control.putCandidate(new GuardrailsDocuments(Map.of("g.rego", "package"), null), false)))
                .isInstanceOf(GuardrailsAnswer.Refused.class);
        assertThat(reported(SB)).containsExactly("candidate:a");
        control = load(new ConfiguredGuardrails(documentsOf("folder"), ChangeOrigin.FILE));
        assertThat(join(control.putCandidate(documentsOf("x"), false))).isInstanceOf(GuardrailsAnswer.Configured.class);
        assertThat(join(control.promoteCandidate(PROMOTION))).isInstanceOf(GuardrailsAnswer.Configured.class);
        assertThat(reported(SB)).as("a folder is the only source").isEmpty();
    }

    @Test
    void aCandidateThatCannotBeWrittenIsAskedAndSaysSo() {
        inForce(put(SB, "a"));
        store = new FullStore(store);
        control = load(null);
        assertThat(join(control.putCandidate(documentsOf("a"), false)))
                .isInstanceOfSatisfying(
                        GuardrailsAnswer.InForce.class,
                        answer -> assertThat(answer.durable()).isFalse());
        assertThat(reported(SB)).containsExactly("candidate:a");
    }

    private Decision decision(SandboxId id) {
        if (CanonicalHost.parse("a.test") instanceof Parsed.Accepted(var host)) {
            return sandbox(id).policy().current().decide(CanonicalRequest.connect(Scheme.HTTPS, host, 443));
        }
        throw new AssertionError("a host");
    }

    private List<String> reported(SandboxId id) {
        assertThat(decision(id)).isInstanceOf(Decision.Allow.class);
        return decision(id).reported().denies().stream()
                .map(Decision.DenyRule::rule)
                .toList();
    }

    @Test
    void aRestartFindsEverythingAsItWas() {
        Tokens token = Objects.requireNonNull(inForce(put(SB, "a")).fresh());
        guardrails("g1", false);
        guardrails("g2", false);
        inForce(put(OTHER, "b"));
        join(control.delete(OTHER));
        inForce(put(SB, "c"));
        join(control.phase(SB, Phase.EXECUTION));
        guardrails("g3", false);
        var before = view(SB);

        restart();
        assertThat(view(SB)).isEqualTo(before);
        assertThat(view(SB).generation()).isEqualTo(6);
        assertThat(control.guardrails().rego()).isEqualTo(documentsOf("g3").rego());
        assertThat(registry.holdsToken(SB, Sha256.hexOf(token.proxyToken()))).isTrue();
        assertThat(inForce(put(OTHER, "b")).view().generation()).isGreaterThan(1);
    }

    @Test
    void whatTheStateHoldsAndNoLongerLoadsIsRefusedEverything() throws StateException {
        inForce(put(SB, "a"));
        SandboxRecord stored = store.sandboxes().getFirst();
        store.save(new SandboxRecord(
                SB,
                4,
                0,
                stored.digest(),
                Phase.PLANNING,
                documents("bad"),
                "a".repeat(64),
                "b".repeat(64),
                null,
                false,
                StoredTrials.NONE,
                null));
        restart();
        assertThat(view(SB).status()).isEqualTo("refused");
        assertThat(view(SB).diagnostics()).isNotEmpty();
        assertThat(view(SB).generation()).isEqualTo(4);
        assertThat(inForce(put(SB, "a")).view().generation()).isEqualTo(5);
    }

    @Test
    void aChangeThatCannotBeWrittenIsNotInForce() {
        inForce(put(SB, "a"));
        var before = view(SB);
        store = new FullStore(store);
        control = load(null);
        assertThat(put(SB, "b")).isInstanceOf(SandboxAnswer.Unavailable.class);
        assertThat(put(OTHER, "b")).isInstanceOf(SandboxAnswer.Unavailable.class);
        assertThat(join(control.phase(SB, Phase.EXECUTION))).isInstanceOf(SandboxAnswer.Unavailable.class);
        assertThat(view(SB)).isEqualTo(before);
        assertThat(control.get(OTHER)).isNull();
        assertThat(registry.find(SB)).isNotNull();
    }

    private PolicyControl load(@Nullable ConfiguredGuardrails folder) {
        try {
            return PolicyControl.load(
                    store,
                    SharedPolicies.POLICIES,
                    folder,
                    ApprovalRules.NONE,
                    TrialRules.UNCOUNTED,
                    WorkspaceRules.NONE,
                    registry,
                    cas,
                    account -> new LiveAdmission(
                            AdmissionLimits.BY_DEFAULT, InstantSource.system(), System::nanoTime, account),
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    InstantSource.system(),
                    null,
                    new RegistryOfSkills(null, SharedPolicies.POLICIES, new SkillRegistry(), System::nanoTime),
                    new Guard(ClosedPaths.of(List.of())),
                    DialRules.NONE,
                    List.of(part),
                    ChangeMeter.unread());
        } catch (StateException e) {
            throw new IllegalStateException(e);
        }
    }

    private void restart() {
        registry = new SandboxRegistry();
        control = load(null);
    }

    private SandboxAnswer put(SandboxId id, String lease) {
        return join(control.put(id, new SandboxChange(documents(lease), Precondition.NONE, false)));
    }

    private GuardrailsAnswer.InForce guardrails(String text, boolean dryRun) {
        return (GuardrailsAnswer.InForce) join(put(documentsOf(text), Precondition.NONE, dryRun));
    }

    private CompletionStage<GuardrailsAnswer> put(
            GuardrailsDocuments documents, Precondition condition, boolean dryRun) {
        return control.putGuardrails(new GuardrailsChange(documents, condition, BY, dryRun));
    }

    private static Precondition at(long generation) {
        return new Precondition.OneOf(Set.of(Long.toString(generation)));
    }

    private SandboxView view(SandboxId id) {
        return Objects.requireNonNull(control.get(id));
    }

    private Sandbox sandbox(SandboxId id) {
        return Objects.requireNonNull(registry.find(id));
    }

    private static GuardrailsDocuments documentsOf(String name) {
        String rule = """
                package sallyport.guardrails

                deny contains {"rule": "NAME", "message": "m"} if input.net.host == "NAME.test"
                """.replace("NAME", name);
        return new GuardrailsDocuments(Map.of("g.rego", rule), null);
    }

    /** A lease for a host of that name, and the name of the run; {@code bad} is no lease. */
    private static SandboxDocuments documents(String name) {
        String lease =
                name.equals("bad") ? "{\"net.fetch\": 1}" : "{\"net.fetch\": [\"https://" + name + ".test/**\"]}";
        return SandboxDocuments.builder().lease(lease).run(name).build();
    }

    private static SandboxAnswer.InForce inForce(SandboxAnswer answer) {
        return (SandboxAnswer.InForce) answer;
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
