package io.sallyport.control;

import io.sallyport.control.store.SandboxRecord;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as it is in force. Immutable; replaced whole by each change.
 *
 * @param record what the state directory holds of it
 * @param sandbox what the request path knows it by, the same for its life
 * @param spec null where what the state directory held no longer compiles: it is refused everything then
 * @param lease its own, read from the record where nothing compiles; null where there is none that can be read
 * @param snapshot what requests are judged by
 * @param diagnostics of its last change
 */
public record SandboxState(
        SandboxRecord record,
        Sandbox sandbox,
        @Nullable SandboxSpec spec,
        @Nullable Lease lease,
        PolicySnapshot snapshot,
        List<Diagnostic> diagnostics) {
    public SandboxState {
        diagnostics = List.copyOf(diagnostics);
    }

    public SandboxId id() {
        return record.id();
    }

    /** Whether it is refused everything, since its own policy does not load. */
    boolean isRefused() {
        return spec == null;
    }

    long generation() {
        return snapshot.generation();
    }

    /** Currency to amount, as its lease says; empty where there is no budget. */
    Map<String, BigDecimal> budget() {
        return SandboxSpec.budget(lease);
    }

    /** What its harness says of the fetch endpoint; nothing where its policy does not load. */
    public RuntimeFetch runtimeFetch() {
        return spec == null ? RuntimeFetch.NONE : spec.runtimeFetch();
    }

    /** Until when it is granted anything; null where nothing ends. */
    @Nullable
    LeaseTerm term() {
        return spec == null ? null : spec.policy().term();
    }

    /** The same, whose term was seen to have ended. */
    SandboxState withEndedTerm() {
        return new SandboxState(record.withEndedTerm(), sandbox, spec, lease, snapshot, diagnostics);
    }

    /** The same under other guardrails, which {@code next} was made beside. */
    SandboxState under(PolicySnapshot next) {
        return new SandboxState(record, sandbox, spec, lease, next, diagnostics);
    }
}
