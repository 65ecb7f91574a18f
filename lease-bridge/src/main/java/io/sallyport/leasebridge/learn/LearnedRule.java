package io.sallyport.leasebridge.learn;

import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one line of a learned document admits. Immutable.
 *
 * @param path null for a whole host, of which only tunnels were seen
 * @param method null together with {@code path}
 * @param requests that were seen, at least one
 */
record LearnedRule(
        Scheme scheme,
        CanonicalHost host,
        int port,
        @Nullable String method,
        @Nullable LearnedPath path,
        List<CanonicalRequest> requests,
        Sighting seen) {
    LearnedRule {
        requests = List.copyOf(requests);
    }

    static LearnedRule of(CanonicalRequest request, Sighting seen) {
        return new LearnedRule(
                request.scheme(),
                request.host(),
                request.port(),
                request.method(),
                request.path() == null ? null : LearnedPath.of(request.path()),
                List.of(request),
                seen);
    }

    LearnedRule with(LearnedPath other, List<CanonicalRequest> all, Sighting times) {
        return new LearnedRule(scheme, host, port, method, other, all, times);
    }

    /** Returns the names of parameters that a query has to have. A WebSocket is learned whole. */
    List<String> parameters() {
        return path == null || scheme.isWebSocket() ? List.of() : seen.parameters();
    }

    /** Returns the requests that were seen, with a query that has {@link #parameters}. */
    List<CanonicalRequest> asked() {
        String query = parameters().stream().map(name -> name + "=1").collect(Collectors.joining("&"));
        return query.isEmpty()
                ? requests
                : requests.stream()
                        .map(request -> CanonicalRequest.http(
                                request.scheme(),
                                request.host(),
                                request.port(),
                                Objects.requireNonNull(request.method()),
                                Objects.requireNonNull(request.path()),
                                CanonicalQuery.parse(query)))
                        .toList();
    }

    boolean isOfWholeHost() {
        return path == null;
    }

    boolean writes() {
        return method != null && !method.equals("GET") && !method.equals("HEAD");
    }

    /** Returns whether a rule of a network policy admits a request: it names no scheme, and GET admits HEAD. */
    boolean covers(CanonicalRequest request) {
        return host.equals(request.host())
                && port == request.port()
                && scheme.isWebSocket() == request.scheme().isWebSocket()
                && (path == null
                        || (request.path() != null && path.covers(request.path()) && admits(request.method())));
    }

    private boolean admits(@Nullable String asked) {
        return Objects.equals(method, asked) || ("GET".equals(method) && "HEAD".equals(asked));
    }
}
