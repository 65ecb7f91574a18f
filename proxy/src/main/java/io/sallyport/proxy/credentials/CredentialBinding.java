package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalRequest;

/** Where a credential may go: whoever grants a request widens no binding. Safe for concurrent use. */
@FunctionalInterface
public interface CredentialBinding {
    /** Whether {@code request}, as it was judged, goes there. */
    boolean admits(CanonicalRequest request);
}
