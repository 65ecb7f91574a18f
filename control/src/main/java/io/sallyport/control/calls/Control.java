package io.sallyport.control.calls;

import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the control API can ask for; {@code gateway} fills it. Safe for concurrent use. No method blocks: what has to
 * compile or to write answers by its stage, on a thread of the gateway's. Stages complete exceptionally only by a fault
 * of our own.
 */
public interface Control {
    /** Creates or replaces a sandbox; {@code change.documents} are compiled aside and put in force whole, or not at all. */
    CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change);

    @Nullable
    SandboxView get(SandboxId id);

    /** All sandboxes, by id. */
    List<SandboxView> list();

    /**
     * Removes a sandbox and closes its connections, whatever the state can take. Fails by a {@link
     * java.util.concurrent.RejectedExecutionException} where too many changes wait.
     */
    CompletionStage<Removal> delete(SandboxId id);

    CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase);

    /** Why {@code question} would be decided as it would by the policy in force; nothing is counted. */
    CompletionStage<ExplainAnswer> explain(SandboxId id, Question question);

    /** The least that would have to be granted so that refused questions pass; nothing is changed. */
    CompletionStage<SuggestAnswer> suggest(SandboxId id, Collection<? extends Question> refused);

    CompletionStage<GuardrailsAnswer> putGuardrails(GuardrailsDocuments documents, boolean dryRun);

    GuardrailsView guardrails();

    /**
     * One PUT.
     *
     * @param ifMatch the generation it was made for, or -1 for any
     * @param rotateToken new tokens are made and shown, and the old ones are dead when the answer is sent
     */
    record SandboxChange(SandboxDocuments documents, long ifMatch, boolean rotateToken) {}

    /**
     * The security team's Rego.
     *
     * @param rego file name to text, package {@code sallyport.guardrails}
     * @param data JSON text of an object, read as {@code data.lists}; null: none
     * @param compiled what of it comes compiled, which only a bundle of the operator's has; or null
     */
    record GuardrailsDocuments(
            Map<String, String> rego,
            @Nullable String data,
            @Nullable CompiledPolicy compiled) {
        public GuardrailsDocuments {
            rego = Map.copyOf(rego);
        }

        /** Rego alone. */
        public GuardrailsDocuments(Map<String, String> rego, @Nullable String data) {
            this(rego, data, null);
        }
    }

    /** A policy in a form that only the gateway's own parts look into. */
    interface CompiledPolicy {}

    /** How a change of a sandbox ended. */
    sealed interface SandboxAnswer {
        /** In force. {@code fresh} holds the tokens at creation and rotation only. */
        record InForce(
                SandboxView view,
                boolean created,
                List<Diagnostic> diagnostics,
                @Nullable Tokens fresh) implements SandboxAnswer {
            /** The same with placeholders beside the tokens, where there are any tokens to show. */
            public InForce with(Map<String, String> placeholders) {
                return fresh == null || placeholders.isEmpty()
                        ? this
                        : new InForce(
                                view,
                                created,
                                diagnostics,
                                new Tokens(fresh.proxyToken(), fresh.fetchToken(), placeholders));
            }
        }

        /** Nothing changed: the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements SandboxAnswer {}

        /** Nothing changed: the sandbox is at {@code generation}, not where the caller took it to be. */
        record MovedOn(long generation) implements SandboxAnswer {}

        /** Nothing changed: the id is a lease's, or was. */
        record Taken(String code, String why) implements SandboxAnswer {}

        /** Nothing changed: no such sandbox. */
        record Unknown() implements SandboxAnswer {}

        /** Nothing changed: the compiler's queue or this sandbox's share of it is full, or the state cannot be written. */
        record Unavailable(String why) implements SandboxAnswer {}
    }

    /**
     * Shown once, kept nowhere as they are.
     *
     * @param placeholders variables that stand for credentials of the sandbox, none of which they hold
     */
    record Tokens(String proxyToken, String fetchToken, Map<String, String> placeholders) {
        public Tokens {
            placeholders = Map.copyOf(placeholders);
        }

        /** Those of a sandbox without credentials. */
        public Tokens(String proxyToken, String fetchToken) {
            this(proxyToken, fetchToken, Map.of());
        }
    }

    /**
     * The state of one sandbox.
     *
     * @param status {@code loaded}, {@code refused} where its own Rego does not load beside the guardrails, or {@code failed}
     *     where one of its API servers has
     * @param expiresAt RFC 3339, or null
     * @param caPem the certificate of the sandbox's CA (RFC 7468)
     * @param counters as {@code allowed}, {@code denied}, {@code connections}
     * @param parent whose limits bind it too, or null
     * @param remaining currency to what is left, of its own budget and of those that it draws on; empty where none binds it
     * @param apiServers of its harness, in that order; empty where it has none
     */
    record SandboxView(
            SandboxId id,
            long generation,
            String digest,
            String status,
            Phase phase,
            @Nullable String run,
            Map<String, String> labels,
            @Nullable String expiresAt,
            List<String> allowed,
            String caPem,
            Map<String, Long> counters,
            @Nullable SandboxId parent,
            Map<String, BigDecimal> remaining,
            List<Diagnostic> diagnostics,
            List<ApiServerView> apiServers) {}

    /**
     * One API server of a sandbox.
     *
     * @param state {@code starting}, {@code healthy}, {@code failed}, {@code stopping} or {@code stopped}
     * @param failure why it failed, as one word, or null
     * @param exitStatus null while it runs, and where it is not known
     * @param lastLines what one that failed said last, without secrets, oldest first; at most 50
     */
    record ApiServerView(
            String name,
            String state,
            @Nullable String failure,
            @Nullable Integer exitStatus,
            List<String> lastLines) {
        public ApiServerView {
            lastLines = List.copyOf(lastLines);
        }
    }

    /** What is said of one question. */
    sealed interface ExplainAnswer {
        record Explained(Explanation explanation) implements ExplainAnswer {}

        /** No such sandbox. */
        record Unknown() implements ExplainAnswer {}

        /** Too many calls about this sandbox wait. */
        record Unavailable(String why) implements ExplainAnswer {}
    }

    /** What would have to be granted. */
    sealed interface SuggestAnswer {
        record Suggested(Suggestion suggestion) implements SuggestAnswer {}

        /** No such sandbox. */
        record Unknown() implements SuggestAnswer {}

        /** Too many calls about this sandbox wait, or its policy does not load. */
        record Unavailable(String why) implements SuggestAnswer {}
    }

    /** How a removal ended. */
    enum Removal {
        /** It is gone, also after a restart. */
        DURABLE,
        /** It is gone, and comes back where the gateway ends before that is written. */
        NOT_DURABLE,
        /** There was none. */
        UNKNOWN
    }

    /** How a change of the guardrails ended. */
    sealed interface GuardrailsAnswer {
        /**
         * In force (or, dry, it would be).
         *
         * @param refusedSandboxes those whose own Rego does not load beside it
         * @param durable false: a gateway that ends before they are written begins with those of before
         */
        record InForce(
                GuardrailsView view, List<Diagnostic> diagnostics, List<SandboxId> refusedSandboxes, boolean durable)
                implements GuardrailsAnswer {}

        record Refused(List<Diagnostic> diagnostics) implements GuardrailsAnswer {}

        /** The configuration names a guardrails folder, which is then the only source. */
        record Configured() implements GuardrailsAnswer {}

        record Unavailable(String why) implements GuardrailsAnswer {}
    }

    /** The guardrails in force; {@code digest} is empty where there are none. */
    record GuardrailsView(
            String digest,
            Map<String, String> rego,
            @Nullable String data) {}
}
