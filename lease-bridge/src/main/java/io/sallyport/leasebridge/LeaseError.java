package io.sallyport.leasebridge;

import org.jspecify.annotations.Nullable;

/**
 * The error codes of ARCP 1.1, section 12, with whether the same request may succeed later. Where libraries differ, the
 * choice is ours.
 */
public enum LeaseError {
    LEASE_EXPIRED(false),
    PERMISSION_DENIED(false),
    BUDGET_EXHAUSTED(false),
    LEASE_SUBSET_VIOLATION(false),
    INVALID_REQUEST(false),
    UNAUTHENTICATED(false),
    JOB_NOT_FOUND(false),
    DUPLICATE_KEY(false),
    AGENT_NOT_AVAILABLE(false),
    AGENT_VERSION_NOT_AVAILABLE(false),
    CANCELLED(false),
    RESUME_WINDOW_EXPIRED(false),
    INTERNAL_ERROR(true),
    TIMEOUT(true),
    HEARTBEAT_LOST(true);

    private final boolean isRetryable;

    LeaseError(boolean isRetryable) {
        this.isRetryable = isRetryable;
    }

    public boolean isRetryable() {
        return isRetryable;
    }

    /** Returns the error of that name, or null. */
    public static @Nullable LeaseError of(String name) {
        for (LeaseError error : values()) {
            if (error.name().equals(name)) {
                return error;
            }
        }
        return null;
    }
}
