package io.sallyport.gateway.control;

import io.sallyport.model.SandboxId;

/** Hears of changes that are in force; what it does about open connections returns at once. */
public interface Changes {
    void policyChanged(SandboxId sandbox);

    /** The sandbox is no more: everything of it is to be closed. */
    void removed(SandboxId sandbox);
}
