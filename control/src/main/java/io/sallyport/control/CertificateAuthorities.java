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

    /** Keeps the CA that another gateway has made, in place of any existing one. Durable when it returns. */
    void adopt(SandboxId sandbox, byte[] ca) throws StateException;

    /** Returns the CA with its private key, as {@link #adopt} takes it; null if there is none. */
    byte @Nullable [] encoded(SandboxId sandbox);

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
