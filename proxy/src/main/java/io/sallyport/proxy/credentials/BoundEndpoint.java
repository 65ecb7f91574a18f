package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.HostGlob;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * Where a credential may go: {@code https://HOST[:PORT][/PATH]}, where stars in the host are those of a network policy
 * ({@link HostGlob}), and {@code /**} at the end of the path is it and all below. TLS alone, since what is sent is a
 * secret; WebSockets over TLS count. Immutable.
 *
 * @param path canonical; empty for every path
 * @param prefix whether what is below the path is meant too
 */
public record BoundEndpoint(HostPattern host, int port, String path, boolean prefix) {
    private static final String HTTPS = "https://";
    private static final String ALL = "/**";

    /** Reads an endpoint as an operator writes it. */
    public static Parsed<BoundEndpoint> read(String text) {
        if (!text.startsWith(HTTPS)) {
            return new Parsed.Rejected<>("an endpoint of a credential begins with https://");
        }
        String rest = text.substring(HTTPS.length());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        boolean prefix = slash >= 0 && rest.endsWith(ALL);
        String path = slash < 0 ? "" : rest.substring(slash, rest.length() - (prefix ? ALL.length() : 0));
        if (path.indexOf('*') >= 0 || rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
            return new Parsed.Rejected<>("/** ends a path; there is no other star in one, and no query");
        }
        String sample = authority.replace("**", "*").replace('*', 'a'); // of a host with stars
        return switch (CanonicalUrl.parse(HTTPS + sample + path, Dialect.DOCUMENT)) {
            case Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url) ->
                host(authority, url)
                        .map(host -> new BoundEndpoint(
                                host,
                                url.port(),
                                path.isEmpty() ? "" : url.path().text(),
                                prefix));
            case Canonicalized.Rejected<CanonicalUrl> no -> new Parsed.Rejected<>(no.why());
        };
    }

    private static Parsed<HostPattern> host(String authority, CanonicalUrl url) {
        int colon = authority.lastIndexOf(':');
        return authority.indexOf('*') < 0
                ? new Parsed.Accepted<>(new HostPattern.Exact(url.host().text()))
                : HostGlob.read(colon < 0 ? authority : authority.substring(0, colon));
    }

    /** Whether it names one host, and one path or all of them. */
    public boolean isLiteral() {
        return host instanceof HostPattern.Exact && !prefix;
    }

    /** As an operator writes it, in canonical form. */
    public String text() {
        String name = HostGlob.text(host);
        String authority = name.indexOf(':') >= 0 ? "[" + name + "]" : name;
        String shown = port == Scheme.HTTPS.defaultPort() ? authority : authority + ":" + port;
        return HTTPS + shown + path + (prefix ? ALL : "");
    }

    boolean admits(CanonicalRequest request) {
        Scheme scheme = request.scheme();
        CanonicalPath asked = request.path();
        return (scheme == Scheme.HTTPS || scheme == Scheme.WSS)
                && request.port() == port
                && host.covers(request.host())
                && admitsPath(asked == null ? null : asked.text());
    }

    private boolean admitsPath(@Nullable String asked) {
        if (path.isEmpty()) {
            return true;
        }
        return asked != null
                && (asked.equals(path) || (prefix && asked.startsWith(path.endsWith("/") ? path : path + "/")));
    }
}
