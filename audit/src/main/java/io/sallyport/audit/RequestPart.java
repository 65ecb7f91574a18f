package io.sallyport.audit;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a record that describes a request. Unknown fields are null and omitted from the line. Of a query it holds
 * at most names.
 *
 * @param port 0 if unknown
 * @param queryNames the names of the parameters; empty if there are none, or they are not recorded
 * @param inspected whether the content of a tunnel was seen; null if not applicable
 * @param address the dialled address
 * @param via the upstream proxy through which it was dialled; null if there was none
 * @param serverState the state of the called API server, in one word; null if no API server was called or it does not
 *     exist
 * @param bytesIn payload bytes from the sandbox, or -1 if unknown
 * @param bytesOut payload bytes to the sandbox, or -1 if unknown
 */
public record RequestPart(
        @Nullable String scheme,
        @Nullable String host,
        int port,
        @Nullable String method,
        @Nullable String path,
        List<String> queryNames,
        @Nullable String protocol,
        @Nullable Boolean inspected,
        @Nullable String address,
        @Nullable String via,
        @Nullable String serverState,
        long bytesIn,
        long bytesOut) {
    /** For events that are not about a request. */
    public static final RequestPart NONE = call(null, null);

    /** Returns the part for a call of the gateway's own API. */
    public static RequestPart call(@Nullable String method, @Nullable String path) {
        return new RequestPart(null, null, 0, method, path, List.of(), null, null, null, null, null, -1, -1);
    }

    /**
     * Returns the part for a question to the gateway's DNS.
     *
     * @param name null if it could not be read
     * @param type in one word, as {@code AAAA}; null if it could not be read
     * @param address what was answered, or null
     */
    public static RequestPart name(@Nullable String name, @Nullable String type, @Nullable String address) {
        return new RequestPart(null, name, 0, type, null, List.of(), null, null, address, null, null, -1, -1);
    }

    /** Returns the same part with the names of the query's parameters. */
    RequestPart naming(List<String> names) {
        return new RequestPart(
                scheme,
                host,
                port,
                method,
                path,
                names,
                protocol,
                inspected,
                address,
                via,
                serverState,
                bytesIn,
                bytesOut);
    }

    /** Returns the part for a request that a question is about; nothing was sent. */
    public static RequestPart of(CanonicalRequest request) {
        return of(request, List.of(), false);
    }

    /**
     * The part of a request, without its path or its query where {@code found} stands in it.
     *
     * @param namesQuery whether it has the names of the query's parameters
     */
    public static RequestPart of(CanonicalRequest request, List<FoundSecret> found, boolean namesQuery) {
        CanonicalPath path = request.path();
        var part = new RequestPart(
                request.scheme().word(),
                request.host().text(),
                request.port(),
                request.method(),
                path == null || isIn(FindingPlace.PATH, found) ? null : path.text(),
                List.of(),
                null,
                null,
                null,
                null,
                null,
                -1,
                -1);
        return namesQuery && !isIn(FindingPlace.QUERY, found) ? part.naming(QueryNames.of(request.query())) : part;
    }

    private static boolean isIn(FindingPlace place, List<FoundSecret> found) {
        return found.stream().anyMatch(secret -> secret.place() == place);
    }
}
