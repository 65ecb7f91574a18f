package io.sallyport.control.store;

import io.sallyport.model.SandboxId;

/**
 * All of a sandbox that gateways share. Not to be changed.
 *
 * @param ca its CA with the private key, as its store keeps it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and handed on as it is
public record SharedSandbox(SandboxRecord record, byte[] ca) {
    public SandboxId id() {
        return record.id();
    }
}
