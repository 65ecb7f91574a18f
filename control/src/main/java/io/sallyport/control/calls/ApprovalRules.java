package io.sallyport.control.calls;

import java.time.Duration;

/**
 * The operator's rules for approvals of changes by the API. Immutable.
 *
 * @param guardrails whether a change of the guardrails waits for another person
 * @param workspaces whether one of a workspace does
 * @param sandboxes whether one of a sandbox's documents does
 * @param expiry how long it waits
 * @param maxPending limit of the changes of guardrails and workspaces that wait at once
 * @param maxPendingSandboxes limit of the changes of sandboxes that wait at once
 * @param maxPerSandbox limit of those of one sandbox
 */
public record ApprovalRules(
        boolean guardrails,
        boolean workspaces,
        boolean sandboxes,
        Duration expiry,
        int maxPending,
        int maxPendingSandboxes,
        int maxPerSandbox) {
    /** One person changes each. */
    public static final ApprovalRules NONE = new ApprovalRules(false, false, false, Duration.ZERO, 0, 0, 0);

    /** Returns whether any change waits for another person. */
    public boolean any() {
        return guardrails || workspaces || sandboxes;
    }

    /** Returns whether such a change waits for another person. */
    public boolean needsApproval(Proposal proposal) {
        return switch (proposal) {
            case Proposal.OfGuardrails _ -> guardrails;
            case Proposal.OfWorkspace _ -> workspaces;
            case Proposal.OfSandbox _ -> sandboxes;
        };
    }
}
