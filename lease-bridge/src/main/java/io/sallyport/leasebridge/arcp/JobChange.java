package io.sallyport.leasebridge.arcp;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change in the state of a job. */
public sealed interface JobChange {
    /** Returns the runtime's id of the job. */
    String jobId();

    /**
     * The job runs with this lease, which replaces any earlier one of the job as a whole.
     *
     * @param agent {@code name} or {@code name@version}
     * @param parentJobId the job that delegated to it, or null
     * @param lease JSON text of the effective lease, unparsed
     * @param constraints JSON text of {@code lease_constraints}, unparsed; null if the runtime sent none
     * @param remaining what is left of its budget now, by currency; null if the runtime did not say
     */
    record Granted(
            String jobId,
            String agent,
            @Nullable String parentJobId,
            String lease,
            @Nullable String constraints,
            @Nullable Map<String, BigDecimal> remaining)
            implements JobChange {}

    /**
     * The job reported spending.
     *
     * @param total all that it is known to have reported in this currency; never falls
     */
    record Spent(String jobId, String currency, BigDecimal total) implements JobChange {}

    /**
     * The job has ended or no longer exists: its lease ends at once.
     *
     * @param why the runtime's word, such as {@code success} or {@code cancelled}, or {@code vanished}
     */
    record Ended(String jobId, String why) implements JobChange {}
}
