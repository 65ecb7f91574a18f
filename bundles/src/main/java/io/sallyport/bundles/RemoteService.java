package io.sallyport.bundles;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A server that bundles come from or that status goes to: an entry of {@code services} in OPA's configuration.
 * Immutable.
 *
 * @param url https, or http on a loopback address; without a query
 * @param addresses blocks that its addresses lie in, which may be private; if empty, public addresses and those that
 *     the dialer's rules waive
 * @param headers sent with each request to it, and to nobody else
 * @param headerTimeout how long the head of an answer may take, long polling aside
 */
public record RemoteService(
        String name,
        CanonicalUrl url,
        boolean isRegistry,
        List<String> addresses,
        Map<String, String> headers,
        ServiceCredentials credentials,
        Duration headerTimeout) {
    public RemoteService {
        addresses = List.copyOf(addresses);
        headers = Map.copyOf(headers);
    }

    /** Reads the URL of a service, or of something at one. */
    public static Parsed<CanonicalUrl> url(String text) {
        return switch (CanonicalUrl.parse(text, Dialect.DOCUMENT)) {
            case Canonicalized.Rejected<CanonicalUrl>(var _, String why, int at) -> new Parsed.Rejected<>(why, at);
            case Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url) ->
                url.isHttpsOrLoopback()
                        ? new Parsed.Accepted<>(url)
                        : new Parsed.Rejected<>("policy comes by https, or by http on a loopback address");
        };
    }

    /** Returns the URL of a resource below this service; its slashes at the begin are those of the service's path. */
    public Parsed<CanonicalUrl> at(String resource) {
        String base = url.text();
        String below = resource.replaceFirst("^/+", "");
        return url((base.endsWith("/") ? base : base + "/") + below);
    }

    /** Returns whether requests to {@code other} are requests to this service. */
    boolean isAt(CanonicalUrl other) {
        return url.scheme() == other.scheme() && url.host().equals(other.host()) && url.port() == other.port();
    }

    /** Without headers, which may hold secrets. */
    @Override
    public String toString() {
        return name + " (" + url + ")";
    }
}
