package io.sallyport.gateway.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.gateway.state.StoredSandbox;
import io.sallyport.model.SandboxId;

/** Hears of changes that are in force; what it does about open connections returns at once. */
public interface Changes {
    void policyChanged(SandboxId sandbox);

    /** {@code stored} is in force as {@code sandbox}. Called in the sandbox's lane, one change after the other. */
    default void inForce(Sandbox sandbox, StoredSandbox stored) {}

    /** The sandbox is no more: everything of it is to be closed. */
    void removed(SandboxId sandbox);
}
