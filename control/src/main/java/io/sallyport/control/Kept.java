package io.sallyport.control;

import io.sallyport.control.store.StoredSandbox;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.Diagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as control knows it. Immutable; replaced whole by each change.
 *
 * @param policy null where what the state held no longer compiles
 * @param diagnostics of its last change, and of the guardrails that it does not load beside
 * @param refused whether it is refused everything, since its own policy does not load
 */
record Kept(
        StoredSandbox stored,
        Sandbox sandbox,
        Policies.@Nullable SandboxPolicy policy,
        List<Diagnostic> diagnostics,
        boolean refused) {
    Kept {
        diagnostics = List.copyOf(diagnostics);
    }

    /** The same, whose term was seen to have ended. */
    Kept withEndedTerm() {
        return new Kept(stored.withEndedTerm(), sandbox, policy, diagnostics, refused);
    }

    /** Nothing where the policy does not load. */
    RuntimeFetch runtimeFetch() {
        return policy == null ? RuntimeFetch.NONE : policy.runtimeFetch();
    }

    PolicySnapshot current() {
        return sandbox.policy().current();
    }

    long generation() {
        return current().generation();
    }
}
