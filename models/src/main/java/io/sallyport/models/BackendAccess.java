package io.sallyport.models;

import io.sallyport.egress.tls.ClientIdentity;
import org.jspecify.annotations.Nullable;

/**
 * What opens a backend, at one moment.
 *
 * @param key shown with the request
 * @param identity shown in the handshake of TLS if the backend asks for a certificate; null for none
 */
public record BackendAccess(BackendKey key, @Nullable ClientIdentity identity) {
    /** Nothing is shown. */
    public static final BackendAccess NONE = new BackendAccess(BackendKey.NONE, null);
}
