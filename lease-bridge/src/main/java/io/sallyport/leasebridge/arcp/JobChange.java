package io.sallyport.leasebridge.arcp;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of a job. */
public sealed interface JobChange {
    /** As the runtime names it. */
    String jobId();

    /**
     * It runs, with this lease, whole: what stood before for the job is replaced.
     *
     * @param agent {@code name} or {@code name@version}
     * @param parentJobId the job that delegated to it, or null
     * @param lease JSON text of the effective lease, unread
     * @param constraints JSON text of {@code lease_constraints}, unread; null where the runtime sent none
     * @param remaining what is left of its budget now, by currency; null where the runtime did not say
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
     * It reported spending.
     *
     * @param total all that it has reported in this currency, as far as is known: only ever rises
     */
    record Spent(String jobId, String currency, BigDecimal total) implements JobChange {}

    /**
     * It has ended, or is not there any more: its lease ends at once.
     *
     * @param why the runtime's word, as {@code success} or {@code cancelled}, or {@code vanished}
     */
    record Ended(String jobId, String why) implements JobChange {}
}
