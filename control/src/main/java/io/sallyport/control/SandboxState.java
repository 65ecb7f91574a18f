package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as it is in force. Immutable; each change replaces it as a whole.
 *
 * @param record the sandbox's record in the state directory
 * @param sandbox the sandbox as the request path knows it; the same object for its whole life
 * @param spec null if the record no longer compiles; everything is then refused
 * @param lease the sandbox's own lease, read from the record if it does not compile; null if none can be read
 * @param snapshot the policy that decides requests
 * @param candidate its candidate; null if it has none, or that does not load any more
 * @param diagnostics diagnostics of its last change
 */
public record SandboxState(
        SandboxRecord record,
        Sandbox sandbox,
        @Nullable SandboxSpec spec,
        @Nullable Lease lease,
        PolicySnapshot snapshot,
        @Nullable SandboxSpec candidate,
        List<Diagnostic> diagnostics) {
    public SandboxState {
        diagnostics = List.copyOf(diagnostics);
    }

    public SandboxId id() {
        return record.id();
    }

    /** Returns whether everything is refused because the sandbox's own policy does not load. */
    boolean isRefused() {
        return spec == null;
    }

    long generation() {
        return snapshot.generation();
    }

    /** Returns currency to amount as the lease states it; empty if there is no budget. */
    Map<String, BigDecimal> budget() {
        return SandboxSpec.budget(lease);
    }

    /** Returns the harness's rules for the fetch endpoint; {@link RuntimeFetch#NONE} if the policy does not load. */
    public RuntimeFetch runtimeFetch() {
        return spec == null ? RuntimeFetch.NONE : spec.runtimeFetch();
    }

    /** Returns the term of its grants, or null if they do not expire. */
    @Nullable
    LeaseTerm term() {
        return spec == null ? null : spec.policy().term();
    }

    /** Returns the labels that its runner gave it. */
    public Map<String, String> labels() {
        return snapshot.facts().labels();
    }

    /**
     * Returns the view of the sandbox. Its status is {@code failed} if one of its parts failed, whether or not its
     * policy loads.
     *
     * @param certificatePem the certificate of its CA
     */
    SandboxView view(String certificatePem, SandboxReport report) {
        Instant expiresAt = snapshot.expiresAt();
        return new SandboxView(
                id(),
                snapshot.generation(),
                snapshot.digest(),
                !report.failures().isEmpty() ? "failed" : isRefused() ? "refused" : "loaded",
                snapshot.facts().phase(),
                snapshot.facts().run(),
                labels(),
                expiresAt == null ? null : expiresAt.toString(),
                spec == null ? List.of() : spec.policy().allowed(),
                certificatePem,
                report.counters(),
                record.documents().parent(),
                record.documents().workspace(),
                sandbox.admission().account().remaining(),
                Stream.concat(diagnostics.stream(), report.failures().stream()).toList(),
                report.apiServers(),
                record.trials().terms());
    }

    /** Returns a copy that records the end of its term. */
    SandboxState withEndedTerm() {
        return new SandboxState(record.withEndedTerm(), sandbox, spec, lease, snapshot, candidate, diagnostics);
    }

    /** Returns a copy with {@code next}, which was made with other guardrails. */
    SandboxState under(PolicySnapshot next) {
        return new SandboxState(record, sandbox, spec, lease, next, candidate, diagnostics);
    }

    /** Returns a copy beside which something else is tried. */
    SandboxState trying(SandboxRecord other, @Nullable SandboxSpec tried, PolicySnapshot next) {
        return new SandboxState(other, sandbox, spec, lease, next, tried, diagnostics);
    }
}
