package io.sallyport.model.message;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;

/** Looks for secrets in a request ({@code input.net.findings}). Safe for concurrent use; returns at once. */
public interface SecretSearch {
    /** Returns what was found in the request, in its body if that is there, or in the message of its WebSocket. */
    List<FoundSecret> in(CanonicalRequest request, RequestHeaders headers);

    /** Returns what was found in the fields behind its body. */
    List<FoundSecret> inTrailers(RequestHeaders trailers);
}
