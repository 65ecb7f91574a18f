package io.sallyport.control;

import io.sallyport.control.store.StateException;
import io.sallyport.model.SandboxId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The CA of each sandbox as its life needs it: made before anybody is told of the sandbox, kept over restarts, and gone with it.
 * Changes of one sandbox come one after the other, and block; safe for concurrent use by several sandboxes.
 */
public interface CertificateAuthorities {
    /** The CA as it is stored, or a new one where none is. */
    void load(SandboxId sandbox) throws StateException;

    /** A new CA, in place of any other; durable when this returns. */
    void create(SandboxId sandbox) throws StateException;

    /** Nobody finds it from now on, whether or not its file can be deleted. */
    void remove(SandboxId sandbox) throws StateException;

    /** Deletes what is stored of others than {@code sandboxes}: a crash may have come between a sandbox's end and its CA's. */
    void sweep(Set<SandboxId> sandboxes) throws StateException;

    /** The certificate as PEM; null where the sandbox has no CA, because it is gone. */
    @Nullable
    String certificatePem(SandboxId sandbox);
}
