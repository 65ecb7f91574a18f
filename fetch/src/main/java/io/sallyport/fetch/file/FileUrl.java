package io.sallyport.fetch.file;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.Dialect;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a single file, {@code https://host[:port]/path[?query]#sha256=HEX}, as the proxy would read it: what is
 * judged, dialled, sent and audited is taken from it and from nothing else. Immutable.
 *
 * @param sha256 the pin: also the key under which it is kept
 */
public record FileUrl(CanonicalUrl url, Sha256 sha256) {
    private static final String PIN = "sha256=";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}");

    /** A URL, or its refusal. */
    public sealed interface Parsed {}

    /** It is one, with its pin. */
    public record Accepted(FileUrl url) implements Parsed {}

    /** It is none; {@code refused} is what the client hears. */
    public record Rejected(FetchRefusal refused) implements Parsed {}

    /** Reads {@code text}; the first fault settles it. Never throws, never guesses. */
    public static Parsed parse(String text) {
        int hash = text.lastIndexOf('#');
        String address = hash < 0 ? text : text.substring(0, hash);
        return switch (CanonicalUrl.parse(address, Dialect.WIRE)) {
            case Canonicalized.Accepted(var url)
            when url.scheme() == Scheme.HTTPS -> pinned(url, hash < 0 ? "" : text.substring(hash + 1));
            case Canonicalized.Rejected(var _, String _, int at)
            when isInPath(address, at) -> new Rejected(FetchRefusal.NOT_CANONICAL);
            case Canonicalized.Accepted(var _), Canonicalized.Rejected(var _, var _, int _) ->
                new Rejected(FetchRefusal.NOT_HTTPS);
        };
    }

    private static boolean isInPath(String address, int at) {
        int slash = address.indexOf('/', "https://".length());
        return address.startsWith("https://") && slash > "https://".length() && at >= slash;
    }

    private static Parsed pinned(CanonicalUrl url, String fragment) {
        Sha256 sha256 = fragment.startsWith(PIN) ? Sha256.parse(fragment.substring(PIN.length())) : null;
        return sha256 == null ? new Rejected(FetchRefusal.NO_HASH) : new Accepted(new FileUrl(url, sha256));
    }

    /** The last segment of the path, decoded once; null where that is no name for a file. */
    public @Nullable String name() {
        List<String> segments = url.path().segments();
        String last = segments.isEmpty() ? "" : segments.getLast();
        String name = URLDecoder.decode(last.replace("+", "%2B"), StandardCharsets.UTF_8);
        return NAME.matcher(name).matches() ? name : null;
    }

    /** As it is shown and audited: without query and hash, either of which may hold a secret or says nothing. */
    public String text() {
        return url.toString();
    }
}
