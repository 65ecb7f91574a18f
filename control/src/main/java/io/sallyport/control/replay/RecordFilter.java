package io.sallyport.control.replay;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.model.SandboxId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which records are replayed. Null matches any.
 *
 * @param since the first time
 * @param until the first time after the last
 */
public record RecordFilter(
        @Nullable SandboxId sandbox,
        @Nullable Instant since,
        @Nullable Instant until) {
    boolean matches(Judged record) {
        return (sandbox == null || sandbox.equals(record.sandbox()))
                && (since == null || !record.time().isBefore(since))
                && (until == null || record.time().isBefore(until));
    }
}
