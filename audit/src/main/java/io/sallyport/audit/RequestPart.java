package io.sallyport.audit;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a record says of a request. Fields that are not known are null and are left out of the line. Never a query.
 *
 * @param port 0 where not known
 * @param inspected whether the content of a tunnel was seen; null where the question does not arise
 * @param address the one that was dialled
 * @param serverState where the API server of a call stood, in one word; null elsewhere, and where there is none
 * @param bytesIn payload bytes from the sandbox, -1 where not known
 * @param bytesOut payload bytes to the sandbox, -1 where not known
 */
public record RequestPart(
        @Nullable String scheme,
        @Nullable String host,
        int port,
        @Nullable String method,
        @Nullable String path,
        @Nullable String protocol,
        @Nullable Boolean inspected,
        @Nullable String address,
        @Nullable String serverState,
        long bytesIn,
        long bytesOut) {
    /** Of what concerns no request. */
    public static final RequestPart NONE = call(null, null);

    /** A call of the gateway's own API. */
    public static RequestPart call(@Nullable String method, @Nullable String path) {
        return new RequestPart(null, null, 0, method, path, null, null, null, null, -1, -1);
    }

    /** A request that somebody asks about: nothing was sent. */
    public static RequestPart of(CanonicalRequest request) {
        CanonicalPath path = request.path();
        return new RequestPart(
                request.scheme().word(),
                request.host().text(),
                request.port(),
                request.method(),
                path == null ? null : path.text(),
                null,
                null,
                null,
                null,
                -1,
                -1);
    }
}
