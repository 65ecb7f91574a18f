package io.sallyport.proxy.enforce.server;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.listener.Framing;

/** What a call of an API server must be before it is sent on. */
public final class ApiServerRule {
    private ApiServerRule() {}

    /** Whether the head promises more of a body than is sent on; what is chunked is counted as it comes. */
    public static boolean isTooLarge(CanonicalRequest request, Framing framing) {
        return request.scheme() == Scheme.API
                && framing instanceof Framing.Length(long bytes)
                && bytes > ApiServers.MAX_BODY_BYTES;
    }
}
