package io.sallyport.control;

import io.sallyport.control.store.StoredSandbox;
import io.sallyport.decision.Sandbox;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.SandboxId;

/** Hears of changes that are in force; what it does about open connections returns at once. */
public interface Changes {
    void policyChanged(SandboxId sandbox);

    /**
     * {@code stored} is in force as {@code sandbox}. Called in the sandbox's lane, one change after the other.
     *
     * @param fetch what its harness says of the fetch endpoint, where its policy loads
     */
    default void inForce(Sandbox sandbox, StoredSandbox stored, RuntimeFetch fetch) {}

    /** The sandbox is no more, whatever ended it: everything of it is to be closed. Called before its id can be taken again. */
    void removed(Sandbox gone);
}
