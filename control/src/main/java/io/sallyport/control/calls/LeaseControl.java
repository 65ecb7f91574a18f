package io.sallyport.control.calls;

import io.sallyport.control.calls.Control.Receipt;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the control API for an ARCP runtime: leases by id, each of which is also a sandbox.
 * {@code PolicyControl} provides the implementation. Safe for concurrent use; no method blocks, and a stage completes
 * exceptionally only because of a bug.
 */
public interface LeaseControl {
    /** Accepts a lease once. The same body again changes nothing; a different one is a conflict. */
    CompletionStage<LeaseAnswer> put(SandboxId id, LeaseRequest request);

    /** Issues a new credential value. The old one is invalid when the stage completes. */
    CompletionStage<LeaseAnswer> rotate(SandboxId id);

    /**
     * Ends the lease and all leases below it: durable, and in force, when the stage completes. An unknown id counts as
     * ended.
     */
    CompletionStage<LeaseAnswer> revoke(SandboxId id);

    /** Returns the lease, or null if no lease of that id is known. */
    @Nullable
    LeaseView get(SandboxId id);

    /** Returns all leases in force, sorted by id. */
    List<LeaseView> list();

    /** Charges what a job reports. Durable when the stage completes. */
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
     * @param parent the lease that this one must stay within, or null
     * @param workspace the workspace that it is in, or null for the parent's, or the default
     * @param subject {@code job_id}, {@code agent}, {@code principal}, as far as known
     * @param sandbox the runtime's name for the place where the job runs, or null
     * @param audience whom the credential is meant for, or null
     */
    record LeaseRequest(
            String lease,
            @Nullable String constraints,
            @Nullable SandboxId parent,
            @Nullable WorkspaceId workspace,
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
     * @param value a number as text, or null if the event has none
     * @param unit unit of the value, or null
     */
    record Metric(
            String name, @Nullable String value, @Nullable String unit) {}

    /** The result of a call about a lease. */
    sealed interface LeaseAnswer {
        /**
         * In force.
         *
         * @param value the credential's, at creation and rotation only; otherwise null
         * @param receipt of the delegation, if the lease was put under another; else null
         */
        record InForce(
                LeaseView view,
                long generation,
                boolean created,
                List<Diagnostic> diagnostics,
                @Nullable String value,
                @Nullable Receipt receipt)
                implements LeaseAnswer {}

        /**
         * The lease has ended.
         *
         * @param durable if false, the lease comes back if the gateway ends before the revocation is written
         */
        record Revoked(boolean durable) implements LeaseAnswer {}

        /** Nothing changed: the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements LeaseAnswer {}

        /** Nothing changed: the state of the id rules it out. */
        record Conflict(String code, String why) implements LeaseAnswer {}

        record Unknown() implements LeaseAnswer {}

        record Unavailable(String why) implements LeaseAnswer {}
    }

    /** The result of a metric event. */
    sealed interface MetricAnswer {
        /** Accepted. {@code counted} is false if the metric spends nothing or no budget names its currency. */
        record Taken(boolean counted, String state, Map<String, BigDecimal> remaining) implements MetricAnswer {}

        record Conflict(String code, String why) implements MetricAnswer {}

        record Unknown() implements MetricAnswer {}

        record Unavailable(String why) implements MetricAnswer {}
    }

    /**
     * The state of one lease.
     *
     * @param state {@code active}, {@code expired}, {@code exhausted} or {@code revoked}; for a revoked lease nothing
     *     else is kept
     * @param lease JSON text of what it grants, with inherited limits; null if it is revoked
     * @param expiresAt RFC 3339, or null
     * @param hosts its ceilings by hosts: {@code max_requests} and {@code max_bytes}, as far as it has them
     * @param budget {@code CURRENCY:AMOUNT} as the lease states it
     */
    record LeaseView(
            SandboxId id,
            String state,
            @Nullable String lease,
            @Nullable String expiresAt,
            @Nullable Integer maxUses,
            Map<String, Map<String, Long>> hosts,
            List<String> budget,
            Map<String, BigDecimal> remaining,
            @Nullable SandboxId parent,
            @Nullable WorkspaceId workspace,
            Map<String, String> subject,
            @Nullable String sandbox,
            @Nullable String audience) {
        public LeaseView {
            budget = List.copyOf(budget);
            subject = Map.copyOf(subject);
        }

        public static LeaseView revoked(SandboxId id) {
            return new LeaseView(
                    id, "revoked", null, null, null, Map.of(), List.of(), Map.of(), null, null, Map.of(), null, null);
        }
    }
}
