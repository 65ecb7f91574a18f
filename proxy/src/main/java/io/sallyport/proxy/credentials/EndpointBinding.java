package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalRequest;
import java.util.List;
import java.util.Set;

/**
 * A binding to endpoints that an operator lists. Immutable.
 *
 * @param methods of requests that may have it; empty for any
 */
public record EndpointBinding(List<BoundEndpoint> endpoints, Set<String> methods) implements CredentialBinding {
    public EndpointBinding {
        endpoints = List.copyOf(endpoints);
        methods = Set.copyOf(methods);
    }

    @Override
    public boolean admits(CanonicalRequest request) {
        String method = request.method();
        boolean fits = methods.isEmpty() || (method != null && methods.contains(method));
        return fits && endpoints.stream().anyMatch(endpoint -> endpoint.admits(request));
    }
}
