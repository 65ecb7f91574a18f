package io.sallyport.control.calls;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the control API can ask for on behalf of an ARCP runtime: leases by id, each of them a sandbox too. {@code gateway}
 * fills it. Safe for concurrent use; no method blocks, and stages complete exceptionally only by a fault of our own.
 */
public interface LeaseControl {
    /** Takes a lease once; the same body again changes nothing, and another one is a conflict. */
    CompletionStage<LeaseAnswer> put(SandboxId id, LeaseRequest request);

    /** A new value, in place of the old one, which is dead when the stage completes. */
    CompletionStage<LeaseAnswer> rotate(SandboxId id);

    /** Ends the lease and all below it: durable, and in force, when the stage completes. What is not there has ended. */
    CompletionStage<LeaseAnswer> revoke(SandboxId id);

    /** Null where no lease of that id is known. */
    @Nullable
    LeaseView get(SandboxId id);

    /** All leases that are in force, by id. */
    List<LeaseView> list();

    /** Charges what a job reports; durable when the stage completes. */
    CompletionStage<MetricAnswer> spend(SandboxId id, Metric metric, Of of);

    /** Which kind of id a call is about. */
    enum Of {
        LEASE,
        SANDBOX
    }

    /**
     * One PUT.
     *
     * @param lease JSON text of an object
     * @param constraints JSON text of an object, or null
     * @param parent whose lease it has to be within, or null
     * @param subject {@code job_id}, {@code agent}, {@code principal}, as far as they are known
     * @param sandbox what the runtime calls the place where the job runs, or null
     * @param audience whom the credential is meant for, or null
     */
    record LeaseRequest(
            String lease,
            @Nullable String constraints,
            @Nullable SandboxId parent,
            Map<String, String> subject,
            @Nullable String sandbox,
            @Nullable String audience) {
        public LeaseRequest {
            subject = Map.copyOf(subject);
        }
    }

    /**
     * A metric event.
     *
     * @param value a number as text, or null where it came without one
     * @param unit or null
     */
    record Metric(
            String name, @Nullable String value, @Nullable String unit) {}

    /** How a call about a lease ended. */
    sealed interface LeaseAnswer {
        /** In force. {@code value} is the credential's, at creation and rotation only. */
        record InForce(
                LeaseView view,
                long generation,
                boolean created,
                List<Diagnostic> diagnostics,
                @Nullable String value) implements LeaseAnswer {}

        /**
         * It is no more.
         *
         * @param durable false: it comes back where the gateway ends before that is written
         */
        record Revoked(boolean durable) implements LeaseAnswer {}

        /** Nothing changed: the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements LeaseAnswer {}

        /** Nothing changed: the id is taken by something else. */
        record Conflict(String code, String why) implements LeaseAnswer {}

        record Unknown() implements LeaseAnswer {}

        record Unavailable(String why) implements LeaseAnswer {}
    }

    /** How a metric ended. */
    sealed interface MetricAnswer {
        /** Taken; {@code counted} is false where it is of a kind that spends nothing, or of a currency without budget. */
        record Taken(boolean counted, String state, Map<String, BigDecimal> remaining) implements MetricAnswer {}

        record Conflict(String code, String why) implements MetricAnswer {}

        record Unknown() implements MetricAnswer {}

        record Unavailable(String why) implements MetricAnswer {}
    }

    /**
     * The state of one lease.
     *
     * @param state {@code active}, {@code expired}, {@code exhausted} or {@code revoked}; of a revoked one nothing else is kept
     * @param lease JSON text: what it grants, with the limits that it inherits; null where it is revoked
     * @param expiresAt RFC 3339, or null
     * @param budget {@code CURRENCY:AMOUNT} as named by the lease
     */
    record LeaseView(
            SandboxId id,
            String state,
            @Nullable String lease,
            @Nullable String expiresAt,
            List<String> budget,
            Map<String, BigDecimal> remaining,
            @Nullable SandboxId parent,
            Map<String, String> subject,
            @Nullable String sandbox,
            @Nullable String audience) {
        public LeaseView {
            budget = List.copyOf(budget);
            subject = Map.copyOf(subject);
        }

        public static LeaseView revoked(SandboxId id) {
            return new LeaseView(id, "revoked", null, null, List.of(), Map.of(), null, Map.of(), null, null);
        }
    }
}
