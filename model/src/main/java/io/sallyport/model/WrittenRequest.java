package io.sallyport.model;

import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;

/**
 * Parses a request as people write it: a method and a URL. {@code CONNECT} and a URL mean a tunnel to its authority,
 * {@code CONNECT tcp://host:port} a tunnel for arbitrary content, {@code CONNECT tcp+ssh://host:port} one for SSH.
 */
public final class WrittenRequest {
    private static final int MAX_METHOD_CHARS = 32; // the listener's limit

    private WrittenRequest() {}

    /** Parses a request. Never throws, never guesses. Refuses a method that is not a token (RFC 9110 section 5.6.2). */
    public static Parsed<CanonicalRequest> parse(String method, String url) {
        if (!isToken(method)) {
            return new Rejected<>("the method is no HTTP token", 0);
        }
        int colon = url.indexOf("://");
        Scheme scheme = colon < 0 ? null : Scheme.of(url.substring(0, colon));
        return method.equals("CONNECT") && scheme != null && scheme.isTcp()
                ? tunnel(scheme, url, colon + 3)
                : ofUrl(method, url);
    }

    /** Parses the host and port of a tunnel that is not inspected, which has no URL. */
    private static Parsed<CanonicalRequest> tunnel(Scheme scheme, String text, int from) {
        String authority = text.substring(from, text.length() - (text.endsWith("/") ? 1 : 0));
        return switch (CanonicalAuthority.parseConnect(authority)) {
            case Accepted(var read) -> new Accepted<>(CanonicalRequest.connect(scheme, read.host(), read.port()));
            case Rejected(var why, int at) -> new Rejected<>(why, from + at);
        };
    }

    private static Parsed<CanonicalRequest> ofUrl(String method, String url) {
        return switch (CanonicalUrl.parse(url, Dialect.DOCUMENT)) {
            case Canonicalized.Accepted(var read) -> new Accepted<>(request(method, read));
            case Canonicalized.Rejected(var _, var why, int at) -> new Rejected<>(why, at);
        };
    }

    private static CanonicalRequest request(String method, CanonicalUrl url) {
        return method.equals("CONNECT")
                ? CanonicalRequest.connect(
                        url.scheme().isWebSocket() ? Scheme.HTTPS : url.scheme(), url.host(), url.port())
                : CanonicalRequest.http(url.scheme(), url.host(), url.port(), method, url.path(), url.query());
    }

    private static boolean isToken(String method) {
        return !method.isEmpty()
                && method.length() <= MAX_METHOD_CHARS
                && method.chars().allMatch(c -> c > ' ' && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
    }
}
