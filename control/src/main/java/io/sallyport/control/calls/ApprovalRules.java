package io.sallyport.control.calls;

import java.time.Duration;

/**
 * The operator's rules for approvals of changes of the guardrails. Immutable.
 *
 * @param needed whether a change by the API waits for another person
 * @param expiry how long it waits
 * @param maxPending limit of the changes that wait at once
 */
public record ApprovalRules(boolean needed, Duration expiry, int maxPending) {
    /** One person changes the guardrails. */
    public static final ApprovalRules NONE = new ApprovalRules(false, Duration.ZERO, 0);
}
