package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * Where a credential may go: {@code https://HOST[:PORT][/PATH]}, where {@code *.NAME} stands for every name below
 * {@code NAME} and not for that itself, and {@code /**} at the end of the path for it and all below. TLS alone, since
 * what is sent is a secret; WebSockets over TLS count. Immutable.
 *
 * @param host canonical, without {@code *.}
 * @param below whether names below {@code host} are meant
 * @param path canonical; empty for every path
 * @param prefix whether what is below the path is meant too
 */
public record BoundEndpoint(String host, boolean below, int port, String path, boolean prefix) {
    private static final String HTTPS = "https://";
    private static final String BELOW = "*.";
    private static final String ALL = "/**";

    /** Reads an endpoint as an operator writes it. */
    public static Parsed<BoundEndpoint> read(String text) {
        if (!text.startsWith(HTTPS)) {
            return new Parsed.Rejected<>("an endpoint of a credential begins with https://");
        }
        String rest = text.substring(HTTPS.length());
        boolean below = rest.startsWith(BELOW);
        boolean prefix = rest.endsWith(ALL);
        String plain = rest.substring(below ? BELOW.length() : 0, rest.length() - (prefix ? ALL.length() : 0));
        if (plain.indexOf('*') >= 0 || plain.indexOf('?') >= 0 || plain.indexOf('#') >= 0) {
            return new Parsed.Rejected<>("*. begins a host and /** ends a path; there is no query");
        }
        return switch (CanonicalUrl.parse(HTTPS + plain, Dialect.DOCUMENT)) {
            case Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url) ->
                of(url, below, prefix, plain.indexOf('/') >= 0);
            case Canonicalized.Rejected<CanonicalUrl> no -> new Parsed.Rejected<>(no.why());
        };
    }

    private static Parsed<BoundEndpoint> of(CanonicalUrl url, boolean below, boolean prefix, boolean hasPath) {
        if (below && (url.host().isAddress() || url.host().suffixes().size() < 2)) {
            return new Parsed.Rejected<>("*. stands before a name of at least two labels");
        }
        String path = hasPath ? url.path().text() : "";
        return new Parsed.Accepted<>(new BoundEndpoint(url.host().text(), below, url.port(), path, prefix));
    }

    /** As an operator writes it, in canonical form. */
    public String text() {
        String authority = (below ? BELOW : "") + (host.indexOf(':') >= 0 ? "[" + host + "]" : host);
        String shown = port == Scheme.HTTPS.defaultPort() ? authority : authority + ":" + port;
        return HTTPS + shown + path + (prefix ? ALL : "");
    }

    boolean admits(CanonicalRequest request) {
        Scheme scheme = request.scheme();
        CanonicalPath asked = request.path();
        return (scheme == Scheme.HTTPS || scheme == Scheme.WSS)
                && request.port() == port
                && admitsHost(request.host().text())
                && admitsPath(asked == null ? null : asked.text());
    }

    private boolean admitsHost(String asked) {
        return below ? asked.endsWith("." + host) : asked.equals(host);
    }

    private boolean admitsPath(@Nullable String asked) {
        if (path.isEmpty()) {
            return true;
        }
        return asked != null
                && (asked.equals(path) || (prefix && asked.startsWith(path.endsWith("/") ? path : path + "/")));
    }
}
