package io.sallyport.control;

import io.sallyport.control.store.StateException;
import io.sallyport.model.SandboxId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The CA of each sandbox over its lifetime: created before anyone learns of the sandbox, kept over restarts, removed
 * with it. Calls for one sandbox are made one after the other and may block. Safe for concurrent use by several
 * sandboxes.
 */
public interface CertificateAuthorities {
    /** Loads the stored CA, or creates one if none is stored. */
    void load(SandboxId sandbox) throws StateException;

    /** Creates a CA, replacing any existing one. Durable when it returns. */
    void create(SandboxId sandbox) throws StateException;

    /** Removes the CA. No lookup finds it from now on, even if its file cannot be deleted. */
    void remove(SandboxId sandbox) throws StateException;

    /**
     * Deletes the CAs of all sandboxes but {@code sandboxes}: a crash may have removed a sandbox and left its CA
     * behind.
     */
    void sweep(Set<SandboxId> sandboxes) throws StateException;

    /** Returns the certificate as PEM, or null if the sandbox, and so its CA, is gone. */
    @Nullable
    String certificatePem(SandboxId sandbox);
}
