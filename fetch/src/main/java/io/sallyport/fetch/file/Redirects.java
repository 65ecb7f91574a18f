package io.sallyport.fetch.file;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;

/** Where a target sends its client (RFC 9110 sections 10.2.2 and 15.4); always by https. */
final class Redirects {
    private Redirects() {}

    sealed interface Read {}

    record To(CanonicalUrl url) implements Read {}

    record Nowhere(String why) implements Read {}

    static boolean isOne(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /** Reads a Location against the URL that it came from; its fragment is nobody's. */
    static Read read(CanonicalUrl from, String location) {
        int hash = location.indexOf('#');
        String reference = hash < 0 ? location : location.substring(0, hash);
        return switch (CanonicalUrl.parse(absolute(from, reference), Dialect.WIRE)) {
            case Canonicalized.Rejected(var _, String why, int _) ->
                new Nowhere("a redirect that cannot be read: " + why);
            case Canonicalized.Accepted(var url)
            when url.scheme() != Scheme.HTTPS -> new Nowhere("a redirect away from https");
            case Canonicalized.Accepted(var url) -> new To(url);
        };
    }

    /**
     * The reference with what it leaves out (RFC 3986 section 5.2.2); dot segments are the canonical form's to fold.
     */
    private static String absolute(CanonicalUrl from, String reference) {
        if (hasScheme(reference)) {
            return reference;
        }
        if (reference.startsWith("//")) {
            return "https:" + reference;
        }
        String authority = "https://" + from.authority();
        if (reference.startsWith("/")) {
            return authority + reference;
        }
        String path = from.path().text();
        if (reference.isEmpty() || reference.startsWith("?")) {
            return authority + path + reference;
        }
        return authority + path.substring(0, path.lastIndexOf('/') + 1) + reference;
    }

    private static boolean hasScheme(String reference) {
        int colon = reference.indexOf(':');
        return colon > 0 && reference.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*");
    }
}
