package io.sallyport.proxy.credentials;

import io.sallyport.model.SandboxId;

/** The credentials of each sandbox. Safe for concurrent use; never blocks. */
@FunctionalInterface
public interface SandboxKeys {
    /** No sandbox has any. */
    SandboxKeys NONE = _ -> Keyring.EMPTY;

    Keyring of(SandboxId sandbox);

    /** What each sandbox has of both. */
    default SandboxKeys and(SandboxKeys others) {
        return sandbox -> of(sandbox).and(others.of(sandbox));
    }
}
