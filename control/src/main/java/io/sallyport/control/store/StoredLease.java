package io.sallyport.control.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox that was put as a lease has beside its documents.
 *
 * @param subject {@code job_id}, {@code agent}, {@code principal}, as far as they are known
 * @param sandbox what the runtime calls the place where the job runs, or null
 * @param audience whom the credential is meant for, or null
 */
public record StoredLease(
        Map<String, String> subject,
        @Nullable String sandbox,
        @Nullable String audience) {
    public StoredLease {
        subject = Map.copyOf(subject);
    }
}
