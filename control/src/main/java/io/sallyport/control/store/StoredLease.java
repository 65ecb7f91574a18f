package io.sallyport.control.store;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The additional fields of a sandbox that was put as a lease.
 *
 * @param subject {@code job_id}, {@code agent}, {@code principal}, as far as known
 * @param sandbox the runtime's name for the place where the job runs, or null
 * @param audience whom the credential is meant for, or null
 */
public record StoredLease(
        Map<String, String> subject,
        @Nullable String sandbox,
        @Nullable String audience) {
    public StoredLease {
        subject = Map.copyOf(Objects.requireNonNull(subject, "lease.subject"));
    }
}
