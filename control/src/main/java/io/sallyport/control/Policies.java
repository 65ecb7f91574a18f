package io.sallyport.control;

import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.Store;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.skills.Skill;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes policies of documents. Safe for concurrent use; methods wait for the compiler where there is Rego to compile. */
public interface Policies {
    /**
     * Reads and compiles what a runner gave.
     *
     * @param requester whose share of the compiler it costs
     * @param compiled where compiled Rego is looked for and kept
     * @param submitted whether a runner gave it just now, rather than the state: what must hold at submission is asked then
     */
    Made<SandboxPolicy> sandbox(SandboxId requester, SandboxDocuments documents, Store compiled, boolean submitted);

    /** Reads and compiles what the security team gave; none is compiled of nothing. */
    Made<GuardrailsPolicy> guardrails(GuardrailsDocuments documents, Store compiled);

    /**
     * Why a policy decides one request as it does.
     *
     * @param documents those that {@code sandbox} was made of
     * @param snapshot {@code sandbox} under {@code guardrails}
     */
    Explanation explain(
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails,
            SandboxDocuments documents,
            PolicySnapshot snapshot,
            Question question);

    /**
     * The least that would have to be granted beside so that refused requests pass.
     *
     * @param documents those that {@code sandbox} was made of
     * @param parent JSON text of the lease that theirs must stay within, or null
     */
    Suggestion suggest(
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails,
            SandboxDocuments documents,
            SandboxFacts facts,
            Collection<? extends Question> questions,
            @Nullable String parent);

    /**
     * Reads and compiles the manifest of a skill.
     *
     * @param file the name for diagnostics, as {@code rust.yaml}
     */
    Made<Skill> skill(String file, String text);

    /** A policy, or why there is none. */
    sealed interface Made<T> {
        /** {@code diagnostics} are warnings. */
        record Ready<T>(T policy, List<Diagnostic> diagnostics) implements Made<T> {}

        record Refused<T>(List<Diagnostic> diagnostics) implements Made<T> {}

        /** The compiler's queue is full, or it ran out of time or memory. */
        record Unavailable<T>(String why) implements Made<T> {}
    }

    /** What one sandbox's documents became; immutable but for its term. */
    interface SandboxPolicy {
        /** Digests of the compiled Rego it uses, as the store keeps them; empty where it has none. */
        List<String> bundles();

        /** Until when it grants anything, one for all snapshots of it; null where nothing ends. */
        @Nullable
        LeaseTerm term();

        /** Granted patterns as written, for people. */
        List<String> allowed();

        /** What its harness says of the fetch endpoint. */
        RuntimeFetch runtimeFetch();

        /** The API servers of its harness, as they are written there; empty where it has none. */
        List<Sourced> apiServers();

        /** The whole policy beside {@code guardrails}; refused where its own Rego does not load beside them. */
        Made<PolicySnapshot> under(GuardrailsPolicy guardrails, SandboxFacts facts, long generation);
    }

    /** What the guardrails became; immutable. */
    interface GuardrailsPolicy {
        /** Lower-case hex SHA-256 of the documents; empty where there are none. */
        String digest();

        List<String> bundles();
    }
}
