package io.sallyport.model;

import io.sallyport.model.Canonicalized.Accepted;
import io.sallyport.model.Canonicalized.Rejected;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A URL in its one canonical form: an absolute request target, the target of a decision call, or a URL in a document.
 * Sources: RFC 3986 section 6.2, RFC 9112 section 3.2.2.
 *
 * <p>Parsing the {@link #text} of a canonical URL again gives an equal one.
 *
 * @param port 1..65535; the scheme's default if the URL names none
 */
public record CanonicalUrl(Scheme scheme, CanonicalHost host, int port, CanonicalPath path, CanonicalQuery query) {

    /** Parses {@code scheme://host[:port]/path[?query]}. Never throws, never guesses. */
    public static Canonicalized<CanonicalUrl> parse(String text, Dialect dialect) {
        return parse(text, dialect, PolicyDialect.STRICT);
    }

    /** Parses it, and path and query as a dialect of network policies reads them. */
    public static Canonicalized<CanonicalUrl> parse(String text, Dialect dialect, PolicyDialect policies) {
        int colon = text.indexOf("://");
        if (colon < 1) {
            return new Rejected<>(ReasonCode.NOT_CANONICAL, "a URL is written scheme://host/path", 0);
        }
        Scheme scheme = scheme(text.substring(0, colon));
        if (scheme == null) {
            return new Rejected<>(ReasonCode.UNSUPPORTED_SCHEME, "the scheme is not served here", 0);
        }
        int hash = text.indexOf('#');
        if (hash >= 0 && dialect == Dialect.WIRE) {
            return new Rejected<>(ReasonCode.NOT_CANONICAL, "a fragment", hash);
        }
        return hash >= 0 && firstUnfit(text, hash) >= 0
                ? new Rejected<>(ReasonCode.NOT_CANONICAL, "a control character or backslash", firstUnfit(text, hash))
                : parts(scheme, hash < 0 ? text : text.substring(0, hash), colon + 3, dialect, policies);
    }

    private static Canonicalized<CanonicalUrl> parts(
            Scheme scheme, String text, int from, Dialect dialect, PolicyDialect policies) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
            end++;
        }
        return switch (CanonicalAuthority.parse(text.substring(from, end), dialect)) {
            case Parsed.Rejected(var why, int at) -> new Rejected<>(ReasonCode.NOT_CANONICAL, why, from + at);
            case Parsed.Accepted(var authority) -> target(scheme, authority, text, end, policies);
        };
    }

    private static Canonicalized<CanonicalUrl> target(
            Scheme scheme, CanonicalAuthority authority, String text, int from, PolicyDialect policies) {
        return switch (RequestTarget.parse(text.substring(from), policies)) {
            case Canonicalized.Rejected(var reason, var why, int at) -> new Rejected<>(reason, why, from + at);
            case Canonicalized.Accepted(var target) ->
                new Accepted<>(new CanonicalUrl(
                        scheme,
                        authority.host(),
                        authority.portOr(scheme.defaultPort()),
                        target.path(),
                        target.query()));
        };
    }

    private static @Nullable Scheme scheme(String word) {
        return Scheme.ofUrl(word.toLowerCase(Locale.ROOT));
    }

    private static int firstUnfit(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == 0x7f || c == '\\') {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether nobody on a network can read or change what is sent there: by https, or to this machine. */
    public boolean isHttpsOrLoopback() {
        return scheme == Scheme.HTTPS || (scheme == Scheme.HTTP && host.isLoopback());
    }

    /** Returns the host, with the port unless it is the scheme's default. */
    public String authority() {
        return port == scheme.defaultPort() ? host.authority() : host.authority() + ":" + port;
    }

    /** Returns a GET of it. */
    public CanonicalRequest get() {
        return CanonicalRequest.http(scheme, host, port, "GET", path, query);
    }

    /** Returns the URL as it is compared and sent. */
    public String text() {
        return scheme.word() + "://" + authority() + path.text() + query;
    }

    /** Returns text for people. The query is left out, since it may contain secrets. */
    @Override
    public String toString() {
        return scheme.word() + "://" + authority() + path.text();
    }
}
