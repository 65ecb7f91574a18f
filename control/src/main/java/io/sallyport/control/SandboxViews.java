package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.PolicySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Shows what control knows. */
final class SandboxViews {
    private SandboxViews() {}

    /** A sandbox of which something failed says so, whatever it was loaded from. */
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
