package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.LockWait;
import io.sallyport.control.store.PendingRemoval;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.DialRules;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What takes something away while the state takes no new file: a state directory whose writes fail, but for its
 * journal.
 */
class FullDiskTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final SandboxId CHILD = new SandboxId("sb-2");

    @TempDir
    Path folder;

    private final AtomicBoolean full = new AtomicBoolean();
    private final AtomicBoolean journalFull = new AtomicBoolean();
    private HeldPart part = new HeldPart();
    private StateDirectory directory;
    private Store store;
    private SandboxRegistry registry = new SandboxRegistry();
    private PolicyControl control;

    @BeforeEach
    void start() throws StateException {
        directory = StateDirectory.open(folder.resolve("state"), LockWait.NONE);
        store = sometimesFull(directory.store());
        registry = new SandboxRegistry();
        control = load();
    }

    @AfterEach
    void stop() throws StateException {
        directory.close();
    }

    /** As if the process had been killed: nothing is written at the end. */
    private void restart() throws StateException {
        directory.close();
        full.set(false);
        start();
    }

    private Store sometimesFull(Store disk) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, given) -> {
                    String name = method.getName();
                    boolean writes = name.startsWith("save") || name.equals("delete");
                    if (full.get() && (writes || (name.equals("keepPending") && journalFull.get()))) {
                        throw new StateException(folder, "No space left on device");
                    }
                    try {
                        return method.invoke(disk, given);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    @Test
    void aRemovalIsInForceAtOnceAndHoldsAfterACrash() throws StateException {
        put(SB, null);
        put(CHILD, SB);
        full.set(true);
        assertThat(join(control.delete(SB)).removal()).isEqualTo(Removal.DURABLE);
        assertThat(registry.all()).isEmpty();
        assertThat(part.heard).endsWith("ended sb-2", "ended sb-1");
        assertThat(control.isWritten()).isFalse();
        assertThat(join(control.put(SB, change(null))))
                .as("or its removal would be the new one's")
                .isInstanceOf(SandboxAnswer.Unavailable.class);
        restart();
        assertThat(control.list()).isEmpty();
        assertThat(directory.store().sandboxes()).isEmpty();
        assertThat(directory.store().pendingRemovals()).isEmpty();
        assertThat(directory.store().floor()).isEqualTo(1);
    }

    @Test
    void whereTheJournalTakesNoneItIsInForceAndSaidNotToBeDurable() throws StateException {
        put(SB, null);
        full.set(true);
        journalFull.set(true);
        assertThat(join(control.delete(SB)).removal()).isEqualTo(Removal.NOT_DURABLE);
        assertThat(join(control.delete(SB)).removal()).as("asked again").isEqualTo(Removal.NOT_DURABLE);
        assertThat(registry.find(SB)).isNull();
        control.writeAgain();
        assertThat(directory.store().sandboxes()).as("there is no room yet").hasSize(1);
        full.set(false);
        control.writeAgain();
        assertThat(control.isWritten()).isTrue();
        assertThat(directory.store().sandboxes()).isEmpty();
        assertThat(join(control.delete(SB)).removal()).isEqualTo(Removal.UNKNOWN);
        put(SB, null);
    }

    @Test
    void whatIsWrittenWhenThereIsRoomLeavesTheJournalEmpty() throws StateException {
        put(SB, null);
        full.set(true);
        join(control.delete(SB));
        assertThat(directory.store().pendingRemovals()).containsExactly(new PendingRemoval(SB, 1, false));
        full.set(false);
        control.writeAgain();
        assertThat(directory.store().pendingRemovals()).isEmpty();
        assertThat(control.isWritten()).isTrue();
    }

    @Test
    void aRevokedLeaseIsGoneAndItsIdTakesNoOther() throws StateException {
        var request = new LeaseRequest("{}", null, null, null, Map.of(), null, null);
        assertThat(join(control.leases().put(SB, request))).isInstanceOf(LeaseAnswer.InForce.class);
        full.set(true);
        assertThat(join(control.leases().revoke(SB))).isEqualTo(new LeaseAnswer.Revoked(true));
        assertThat(registry.find(SB)).isNull();
        assertThat(Objects.requireNonNull(control.leases().get(SB)).state()).isEqualTo("revoked");
        restart();
        assertThat(join(control.leases().put(SB, request))).isInstanceOf(LeaseAnswer.Conflict.class);
    }

    @Test
    void guardrailsAreInForceAtOnceAndWrittenWhenThereIsRoom() throws StateException {
        put(SB, null);
        full.set(true);
        var answer = (GuardrailsAnswer.InForce) join(control.putGuardrails(
                new GuardrailsChange(guardrails("g"), Precondition.NONE, ChangeOrigin.UNKNOWN, false)));
        assertThat(answer.durable()).isFalse();
        assertThat(control.guardrails().rego()).isEqualTo(guardrails("g").rego());
        assertThat(Objects.requireNonNull(control.get(SB)).generation()).isEqualTo(2);
        assertThat(directory.store().guardrails().rego()).isEmpty();
        full.set(false);
        control.writeAgain();
        assertThat(directory.store().guardrails().rego())
                .isEqualTo(guardrails("g").rego());
        assertThat(control.isWritten()).isTrue();
    }

    private PolicyControl load() throws StateException {
        return PolicyControl.load(
                store,
                SharedPolicies.POLICIES,
                null,
                ApprovalRules.NONE,
                TrialRules.UNCOUNTED,
                WorkspaceRules.NONE,
                registry,
                new MemoryAuthorities(),
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
    }

    private void put(SandboxId id, @Nullable SandboxId parent) {
        assertThat(join(control.put(id, change(parent)))).isInstanceOf(SandboxAnswer.InForce.class);
    }

    private static SandboxChange change(@Nullable SandboxId parent) {
        var documents = SandboxDocuments.builder().lease("{}").parent(parent).build();
        return new SandboxChange(documents, Precondition.NONE, false);
    }

    private static GuardrailsDocuments guardrails(String name) {
        return new GuardrailsDocuments(
                Map.of("g.rego", "package sallyport.guardrails\n\n" + name + " := true\n"), null);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
