package io.sallyport.proxy.relay.message;

import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Redaction;

/** The last hop of a request that credentials are attached to. */
public record CredentialHop(FilledHead filled) implements LastHop {
    @Override
    public Redaction redaction() {
        return new Redaction(filled.secrets());
    }
}
