package io.sallyport.control.calls;

import io.sallyport.decision.explain.EffectivePolicy;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the control API on sandboxes and guardrails; {@code PolicyControl} implements them. Safe for
 * concurrent use. No method blocks, except {@link #effective}: operations that compile or write complete their stage on
 * a thread of the gateway. A stage completes exceptionally only because of a bug, unless its method says otherwise.
 */
public interface Control {
    /**
     * Creates or replaces a sandbox. {@code change.documents} are compiled first, and come into force as a whole or not
     * at all.
     */
    CompletionStage<SandboxAnswer> put(SandboxId id, SandboxChange change);

    @Nullable
    SandboxView get(SandboxId id);

    /** Returns a sandbox's documents as they are in force, with the generation that they are of; or null. */
    @Nullable
    DocumentsView documents(SandboxId id);

    /** Returns all sandboxes, sorted by id. */
    List<SandboxView> list();

    /**
     * Removes a sandbox and closes its connections, even if the state cannot be written. Fails with a {@link
     * java.util.concurrent.RejectedExecutionException} if too many changes wait.
     */
    CompletionStage<Removed> delete(SandboxId id);

    CompletionStage<SandboxAnswer> phase(SandboxId id, Phase phase);

    /** Explains how the policy in force would decide {@code question}; counts nothing. */
    CompletionStage<ExplainAnswer> explain(SandboxId id, Question question, RequestHeaders headers);

    /** The same as {@link Explanation#forSandbox} has it, for the sandbox itself. */
    CompletionStage<ExplainAnswer> explainToSandbox(SandboxId id, Question question, RequestHeaders headers);

    /**
     * Returns all that decides what a sandbox may do now, line by line; empty if there is no such sandbox. Reads
     * compiled Rego from the state, so it blocks.
     */
    Optional<EffectivePolicy> effective(SandboxId id);

    /** Returns the smallest grants under which refused questions would pass; changes nothing. */
    CompletionStage<SuggestAnswer> suggest(SandboxId id, Collection<? extends Question> refused);

    CompletionStage<GuardrailsAnswer> putGuardrails(GuardrailsChange change);

    GuardrailsView guardrails();

    /** Puts an earlier set in force again, in a new epoch. It is compiled again, as by {@link #putGuardrails}. */
    CompletionStage<GuardrailsAnswer> rollBackGuardrails(GuardrailsRollback rollback);

    /** Returns the last sets of guardrails that came into force, the newest first. */
    List<PastGuardrailsView> guardrailsHistory();

    /** Returns the set of an epoch, or the newest with a digest; null if the history has none. */
    @Nullable
    PastGuardrailsView pastGuardrails(String version);

    /** Puts guardrails beside those in force, of which only a report is made. */
    CompletionStage<GuardrailsAnswer> putCandidate(GuardrailsDocuments documents, boolean dryRun);

    CompletionStage<GuardrailsAnswer> removeCandidate();

    /** Puts the candidate in force. */
    CompletionStage<GuardrailsAnswer> promoteCandidate(GuardrailsPromotion promotion);

    /**
     * Returns the rules of the guardrails in force and of the candidate, as audit records name them, as far as their
     * names are written as constants.
     */
    List<String> guardrailRules();

    /**
     * Returns the JSON of the receipt of the delegation by which the sandbox was put last, described in {@code
     * delegation-receipt.schema.json}. Returns null if there is no such sandbox, or it was put without one.
     */
    @Nullable
    String receipt(SandboxId id);

    /** Returns the candidate; its digest is empty if there is none. */
    GuardrailsView candidate();

    /**
     * One PUT.
     *
     * @param condition holds of the generation that the change was made for
     * @param rotateToken whether to issue new tokens; the old ones are invalid when the answer is sent
     * @param origin a token with its note, or {@link ChangeOrigin#UNKNOWN} for the gateway itself
     */
    record SandboxChange(SandboxDocuments documents, Precondition condition, boolean rotateToken, ChangeOrigin origin) {
        /** Creates a change that the gateway itself makes. */
        public SandboxChange(SandboxDocuments documents, Precondition condition, boolean rotateToken) {
            this(documents, condition, rotateToken, ChangeOrigin.UNKNOWN);
        }
    }

    /**
     * One PUT of the guardrails.
     *
     * @param condition holds of the guardrails that the change was made for
     * @param dryRun whether to compile and answer only
     */
    record GuardrailsChange(
            GuardrailsDocuments documents, Precondition condition, ChangeOrigin origin, boolean dryRun) {}

    /**
     * A promotion of the candidate.
     *
     * @param candidate holds of the digest of the candidate that is meant
     * @param condition on the guardrails in force before
     */
    record GuardrailsPromotion(Precondition candidate, Precondition condition, ChangeOrigin origin) {}

    /** A return to the set of {@code epoch}; the other components are those of {@link GuardrailsChange}. */
    record GuardrailsRollback(long epoch, Precondition condition, ChangeOrigin origin, boolean dryRun) {}

    /**
     * The guardrails of the operator's own source.
     *
     * @param source {@link ChangeOrigin#FILE}, {@link ChangeOrigin#BUNDLE}, or a bundle that comes from a server
     */
    record ConfiguredGuardrails(GuardrailsDocuments documents, ChangeOrigin source) {}

    /**
     * The security team's Rego.
     *
     * @param rego file name to text, package {@code sallyport.guardrails}
     * @param data JSON text of an object, read as {@code data.lists}; null if there is none
     * @param compiled the compiled part, which only a bundle of the operator's has; or null
     * @param revision of the bundle that they came in, or null
     */
    record GuardrailsDocuments(
            Map<String, String> rego,
            @Nullable String data,
            @Nullable CompiledGuardrails compiled,
            @Nullable String revision) {
        public GuardrailsDocuments {
            rego = Map.copyOf(rego);
        }

        /** Guardrails that are Rego source only. */
        public GuardrailsDocuments(Map<String, String> rego, @Nullable String data) {
            this(rego, data, null, null);
        }
    }

    /** The result of a change of a sandbox. */
    sealed interface SandboxAnswer {
        /**
         * In force.
         *
         * @param fresh the tokens, at creation and rotation only; otherwise null
         * @param receipt of the delegation, if the sandbox was put and its parent has a lease as well; else null
         * @param confirmed how many gateways have it in force; null where nothing is shared
         */
        record InForce(
                SandboxView view,
                boolean created,
                List<Diagnostic> diagnostics,
                @Nullable Tokens fresh,
                @Nullable Receipt receipt,
                @Nullable Confirmation confirmed)
                implements SandboxAnswer {
            /** Returns the same answer with the receipt of a delegation; null if there was none. */
            public InForce delegated(@Nullable Receipt by) {
                return new InForce(view, created, diagnostics, fresh, by, confirmed);
            }

            /** Returns the same answer without the tokens. */
            public InForce withoutTokens() {
                return new InForce(view, created, diagnostics, null, receipt, confirmed);
            }

            /** Returns the same answer with how far the change has come. */
            public InForce confirmedBy(@Nullable Confirmation gateways) {
                return new InForce(view, created, diagnostics, fresh, receipt, gateways);
            }
        }

        /** Nothing changed yet: another person has to approve it. */
        record Pending(PendingChange change, List<Diagnostic> diagnostics) implements SandboxAnswer {}

        /** Nothing changed: too many changes wait for approval. */
        record Full(String why) implements SandboxAnswer {}

        /** Nothing changed: the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements SandboxAnswer {}

        /** Nothing changed: the sandbox is at {@code generation}, not at the one that the caller expected. */
        record MovedOn(long generation) implements SandboxAnswer {}

        /** Nothing changed: the id belongs, or belonged, to a lease, or the other way round. */
        record Taken(String code, String why) implements SandboxAnswer {}

        /** Nothing changed: no such sandbox. */
        record Unknown() implements SandboxAnswer {}

        /**
         * Nothing changed: the compiler's queue or the sandbox's share of it is full, or the state cannot be written.
         */
        record Unavailable(String why) implements SandboxAnswer {}
    }

    /**
     * That the lease of a sandbox is within its parent's.
     *
     * @param json one JSON object, described in {@code delegation-receipt.schema.json}
     * @param digest lower-case hex SHA-256 of the proof
     */
    record Receipt(String json, String digest) {}

    /** Tokens in plain text: shown once, stored only as digests; and what stands for credentials. */
    record Tokens(String proxyToken, String fetchToken, SandboxPlaceholders placeholders) {}

    /**
     * The state of one sandbox.
     *
     * @param status {@code loaded}; {@code refused} if its own policy does not load; {@code failed} if one of its API
     *     servers failed
     * @param expiresAt RFC 3339, or null
     * @param caPem the certificate of the sandbox's CA (RFC 7468)
     * @param counters counters such as {@code allowed}, {@code denied}, {@code connections}
     * @param parent the parent, whose limits also bind it, or null
     * @param workspace the workspace that it is in, which also binds it, or null
     * @param remaining currency to what is left, of its own budget and of those it draws on; empty if no budget binds
     *     it
     * @param apiServers the API servers of its harness, in harness order; empty if it has none
     * @param trials until when it has a candidate, or is in report mode
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
            @Nullable WorkspaceId workspace,
            Map<String, BigDecimal> remaining,
            List<Diagnostic> diagnostics,
            List<ApiServerView> apiServers,
            TrialTerms trials) {}

    /** The documents of one generation, as its runner submitted them. */
    record DocumentsView(long generation, SandboxDocuments documents) {}

    /**
     * One API server of a sandbox.
     *
     * @param state {@code starting}, {@code healthy}, {@code failed}, {@code stopping} or {@code stopped}
     * @param failure why it failed, as one word, or null
     * @param exitStatus null while it runs, or if the status is unknown
     * @param lastLines the last output of a failed server, oldest line first, without secrets; at most 50 lines
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

    /** The result of {@link Control#explain}. */
    sealed interface ExplainAnswer {
        record Explained(Explanation explanation) implements ExplainAnswer {}

        /** No such sandbox. */
        record Unknown() implements ExplainAnswer {}

        /** Too many calls about this sandbox wait. */
        record Unavailable(String why) implements ExplainAnswer {}
    }

    /** The result of {@link Control#suggest}. */
    sealed interface SuggestAnswer {
        record Suggested(Suggestion suggestion) implements SuggestAnswer {}

        /** No such sandbox. */
        record Unknown() implements SuggestAnswer {}

        /** Too many calls about this sandbox wait, or its policy does not load. */
        record Unavailable(String why) implements SuggestAnswer {}
    }

    /**
     * The result of {@link #delete}.
     *
     * @param confirmed on how many gateways the sandbox has ended; null where nothing is shared, nothing was there, or
     *     the store does not answer
     */
    record Removed(Removal removal, @Nullable Confirmation confirmed) {}

    /** What became of the sandbox. */
    enum Removal {
        /** The sandbox is gone, and stays gone after a restart. */
        DURABLE,
        /** The sandbox is gone, but comes back if the gateway ends before the removal is written. */
        NOT_DURABLE,
        /** There was no such sandbox. */
        UNKNOWN
    }

    /** The result of a change of the guardrails. */
    sealed interface GuardrailsAnswer {
        /**
         * In force; for a dry run, would be in force.
         *
         * @param refusedSandboxes the sandboxes whose own policy does not load
         * @param durable if false, a gateway that ends before the guardrails are written restarts with the previous
         *     ones
         */
        record InForce(
                GuardrailsView view, List<Diagnostic> diagnostics, List<SandboxId> refusedSandboxes, boolean durable)
                implements GuardrailsAnswer {
            /** Returns the same answer, durable only if {@code also} is true. */
            public InForce durableIf(boolean also) {
                return new InForce(view, diagnostics, refusedSandboxes, durable && also);
            }
        }

        /** Nothing changed yet: the change waits for the approval of another person. */
        record Pending(PendingChange change, List<Diagnostic> diagnostics) implements GuardrailsAnswer {}

        /** Nothing changed: too much waits for approval already. */
        record Full(String why) implements GuardrailsAnswer {}

        record Refused(List<Diagnostic> diagnostics) implements GuardrailsAnswer {}

        /** Nothing changed: the history has no such set. */
        record Unknown() implements GuardrailsAnswer {}

        /** Nothing changed: {@code view} is in force, not what the caller expected. */
        record MovedOn(GuardrailsView view) implements GuardrailsAnswer {}

        /** Nothing changed: the candidate is another than the one that is meant. */
        record OtherCandidate(GuardrailsView candidate) implements GuardrailsAnswer {}

        /** Nothing changed: there is no candidate. */
        record NoCandidate() implements GuardrailsAnswer {}

        /** Nothing changed: the configuration names a guardrails folder, which is then the only source. */
        record Configured() implements GuardrailsAnswer {}

        record Unavailable(String why) implements GuardrailsAnswer {}
    }

    /**
     * A set of guardrails that came into force.
     *
     * @param timeMillis when, in milliseconds since 1970; 0 if it is not known
     * @param compiled whether it came compiled in a bundle, which is not stored
     */
    record PastGuardrailsView(GuardrailsView set, long timeMillis, ChangeOrigin origin, boolean compiled) {}

    /**
     * A set of guardrails.
     *
     * @param epoch number of changes of the guardrails so far
     * @param digest empty if there are none
     */
    record GuardrailsView(
            long epoch,
            String digest,
            Map<String, String> rego,
            @Nullable String data,
            @Nullable String revision) {
        /** Returns the entity tag of this version, without quotes. */
        public String tag() {
            return epoch + "-" + digest;
        }

        /** Returns the tag that a {@link Precondition} is asked of: null if there are no guardrails. */
        public @Nullable String version() {
            return digest.isEmpty() ? null : tag();
        }

        /** Returns the size of the texts of a set, in chars. */
        public static long chars(Map<String, String> rego, @Nullable String data) {
            long files = rego.entrySet().stream()
                    .mapToLong(file -> file.getKey().length() + file.getValue().length())
                    .sum();
            return files + (data == null ? 0 : data.length());
        }
    }
}
