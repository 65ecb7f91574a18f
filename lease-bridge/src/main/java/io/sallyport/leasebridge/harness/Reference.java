package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.FilePath;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a field refers to outside the harness: a path inside the project, or a pinned URL. */
sealed interface Reference {
    /** The URL, then the digits of its hash. */
    Pattern PIN = Pattern.compile("(.*)#sha256=([0-9a-fA-F]{64})", Pattern.DOTALL);

    /** A canonical path. */
    record Local(String path) implements Reference {}

    /**
     * A document by its hash: {@code https://host/path#sha256=HEX}.
     *
     * @param url without the hash
     * @param sha256 lower-case hex
     */
    record Pinned(CanonicalUrl url, String sha256) implements Reference {}

    /** Neither; {@code code} is that of the diagnostic. */
    record Faulty(DiagnosticCode code, String why) implements Reference {
        static Faulty url(String why) {
            return new Faulty(DiagnosticCode.BAD_URL, why);
        }
    }

    /** Returns whether a text in a document is a URL rather than a path. */
    static boolean isUrl(String text) {
        return text.contains("://");
    }

    /** Reads a path or a pinned URL. */
    static Reference of(String text) {
        return isUrl(text) ? pinned(text) : local(text);
    }

    private static Reference pinned(String text) {
        Matcher pin = PIN.matcher(text);
        if (!pin.matches()) {
            return Faulty.url("a URL ends in #sha256= and 64 hexadecimal digits");
        }
        return switch (CanonicalUrl.parse(pin.group(1), Dialect.WIRE)) {
            case Canonicalized.Rejected(var _, var why, int _) -> Faulty.url(why);
            case Canonicalized.Accepted(var url)
            when url.scheme() != Scheme.HTTPS -> Faulty.url("an https URL is wanted");
            case Canonicalized.Accepted(var url) -> new Pinned(url, pin.group(2).toLowerCase(Locale.ROOT));
        };
    }

    /** Reads a path. */
    static Reference local(String text) {
        if (isUrl(text)) {
            return Faulty.url("a local path is wanted, not a URL");
        }
        return switch (FilePath.parse(text)) {
            case Parsed.Rejected(var why, var _) -> new Faulty(DiagnosticCode.BAD_PATH, why);
            case Parsed.Accepted(var path) -> new Local(path);
        };
    }
}
