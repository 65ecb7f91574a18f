package io.sallyport.credentials;

import io.sallyport.egress.TargetProtocol;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.List;

/**
 * A URL that secrets are asked for, and that gets secrets: by https, or by http on a loopback address. Immutable.
 *
 * @param url without a query
 * @param addresses blocks that its addresses lie in, which may be private; if empty, public addresses and those that
 *     the dialer's rules waive
 */
public record SecretEndpoint(CanonicalUrl url, List<String> addresses) {
    public SecretEndpoint {
        addresses = List.copyOf(addresses);
    }

    /** Reads a URL of the configuration. A name, such as {@code localhost}, is no loopback address. */
    public static Parsed<SecretEndpoint> of(String url, List<String> addresses) {
        for (String block : addresses) {
            if (Cidr.parse(block) instanceof Parsed.Rejected<Cidr>(String why, int _)) {
                return new Parsed.Rejected<>(block + ": " + why);
            }
        }
        return switch (CanonicalUrl.parse(url, Dialect.DOCUMENT)) {
            case Canonicalized.Rejected<CanonicalUrl>(var _, String why, int at) -> new Parsed.Rejected<>(why, at);
            case Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl read) -> of(read, addresses);
        };
    }

    private static Parsed<SecretEndpoint> of(CanonicalUrl url, List<String> addresses) {
        if (!url.isHttpsOrLoopback()) {
            return new Parsed.Rejected<>("secrets are asked for by https, or by http on a loopback address");
        }
        return url.query().text() == null
                ? new Parsed.Accepted<>(new SecretEndpoint(url, addresses))
                : new Parsed.Rejected<>("the URL has a query");
    }

    /** Returns the endpoint at a path below this one, which begins with {@code /}. */
    Parsed<SecretEndpoint> below(String path) {
        String text = url.text();
        return of((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + path, addresses);
    }

    TargetProtocol protocol() {
        return url.scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN;
    }

    /** The URL, as reasons name it. */
    @Override
    public String toString() {
        return url.toString();
    }
}
