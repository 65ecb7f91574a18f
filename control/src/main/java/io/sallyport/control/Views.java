package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.PolicySnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Shows what control knows. */
final class Views {
    private Views() {}

    static SandboxView of(Kept kept, String certificatePem, Map<String, Long> counters) {
        PolicySnapshot snapshot = kept.current();
        Instant expiresAt = snapshot.expiresAt();
        Policies.SandboxPolicy policy = kept.policy();
        return new SandboxView(
                kept.stored().id(),
                snapshot.generation(),
                snapshot.digest(),
                kept.refused() ? "refused" : "loaded",
                snapshot.facts().phase(),
                snapshot.facts().run(),
                snapshot.facts().labels(),
                expiresAt == null ? null : expiresAt.toString(),
                policy == null ? List.of() : policy.allowed(),
                certificatePem,
                counters,
                kept.stored().documents().parent(),
                kept.sandbox().admission().account().remaining(),
                kept.diagnostics(),
                List.of());
    }

    static GuardrailsView of(StoredGuardrails stored) {
        return new GuardrailsView(stored.digest(), stored.rego(), stored.data());
    }
}
