package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.PolicySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Views of sandboxes and guardrails. */
final class SandboxViews {
    private SandboxViews() {}

    /**
     * Returns the view of a sandbox. Its status is {@code failed} if one of its parts failed, whether or not its policy
     * loads.
     */
    static SandboxView of(SandboxState state, String certificatePem, SandboxReport report) {
        PolicySnapshot snapshot = state.snapshot();
        Instant expiresAt = snapshot.expiresAt();
        SandboxSpec spec = state.spec();
        return new SandboxView(
                state.id(),
                snapshot.generation(),
                snapshot.digest(),
                !report.failures().isEmpty() ? "failed" : state.isRefused() ? "refused" : "loaded",
                snapshot.facts().phase(),
                snapshot.facts().run(),
                snapshot.facts().labels(),
                expiresAt == null ? null : expiresAt.toString(),
                spec == null ? List.of() : spec.policy().allowed(),
                certificatePem,
                report.counters(),
                state.record().documents().parent(),
                state.sandbox().admission().account().remaining(),
                Stream.concat(state.diagnostics().stream(), report.failures().stream())
                        .toList(),
                report.apiServers());
    }

    static GuardrailsView of(StoredGuardrails stored) {
        return new GuardrailsView(stored.digest(), stored.rego(), stored.data());
    }
}
