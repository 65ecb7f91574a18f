package io.sallyport.leasebridge.harness;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * A URL with the hash of its content: {@code https://host/path#sha256=HEX}.
 *
 * @param url without the hash
 */
record PinnedUrl(CanonicalUrl url) {
    private static final String PIN = "#sha256=";
    private static final int HEX_DIGITS = 64;

    /** Returns whether a text in a document is a URL rather than a path. */
    static boolean isUrl(String text) {
        return text.contains("://");
    }

    /** Returns the error in a URL that must be pinned, or null. */
    static @Nullable String fault(String text) {
        int hash = text.lastIndexOf('#');
        if (hash < 0 || !text.startsWith(PIN, hash) || !isHex(text.substring(hash + PIN.length()))) {
            return "a URL ends in #sha256= and 64 hexadecimal digits";
        }
        return switch (CanonicalUrl.parse(text.substring(0, hash), Dialect.WIRE)) {
            case CanonicalUrl.Rejected rejected -> rejected.why();
            case CanonicalUrl.Accepted(var url) when url.scheme() != Scheme.HTTPS -> "an https URL is wanted";
            case CanonicalUrl.Accepted _ -> null;
        };
    }

    /** Returns the URL, or null if {@link #fault} finds an error. */
    static @Nullable PinnedUrl parse(String text) {
        return fault(text) == null
                        && CanonicalUrl.parse(text.substring(0, text.lastIndexOf('#')), Dialect.WIRE)
                                instanceof CanonicalUrl.Accepted(var url)
                ? new PinnedUrl(url)
                : null;
    }

    private static boolean isHex(String text) {
        return text.length() == HEX_DIGITS && text.matches("[0-9a-fA-F]*");
    }
}
