package io.sallyport.control.calls;

import java.time.Duration;

/**
 * The operator's rules for approvals of changes by the API. Immutable.
 *
 * @param guardrails whether a change of the guardrails waits for another person
 * @param workspaces whether one of a workspace does
 * @param expiry how long it waits
 * @param maxPending limit of the changes that wait at once
 */
public record ApprovalRules(boolean guardrails, boolean workspaces, Duration expiry, int maxPending) {
    /** One person changes each. */
    public static final ApprovalRules NONE = new ApprovalRules(false, false, Duration.ZERO, 0);

    /** Returns whether such a change waits for another person. */
    public boolean needsApproval(Proposal proposal) {
        return switch (proposal) {
            case Proposal.OfGuardrails _ -> guardrails;
            case Proposal.OfWorkspace _ -> workspaces;
        };
    }
}
