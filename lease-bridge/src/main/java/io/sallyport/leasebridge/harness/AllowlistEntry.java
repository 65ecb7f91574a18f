package io.sallyport.leasebridge.harness;

import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code allowed_remote_resources}: a host and a path prefix (specs: fetch, section 4). Shared by the
 * harness reader and the fetch endpoint. Immutable.
 */
public final class AllowlistEntry {
    /** Owner and repository. */
    static final int FOLDED_SEGMENTS = 2;

    private final String text;
    private final CanonicalUrl url;

    private AllowlistEntry(String text, CanonicalUrl url) {
        this.text = text;
        this.url = url;
    }

    static Parsed<AllowlistEntry> parse(String text) {
        return switch (CanonicalUrl.parse(text, Dialect.WIRE)) {
            case Canonicalized.Rejected<CanonicalUrl> rejected -> new Parsed.Rejected<>(rejected.why(), rejected.at());
            case Canonicalized.Accepted(var url) -> judge(text, url);
        };
    }

    /**
     * Parses texts that must all be valid entries.
     *
     * @throws IllegalArgumentException if one is not: an entry is https on port 443, has no query and ends in a slash
     */
    public static List<AllowlistEntry> all(List<String> texts) {
        List<AllowlistEntry> entries = new ArrayList<>();
        for (String text : texts) {
            switch (parse(text)) {
                case Parsed.Accepted<AllowlistEntry>(var entry) -> entries.add(entry);
                case Parsed.Rejected<AllowlistEntry>(var why, int _) ->
                    throw new IllegalArgumentException(text + ": " + why);
            }
        }
        return List.copyOf(entries);
    }

    private static Parsed<AllowlistEntry> judge(String text, CanonicalUrl url) {
        int path = Math.max(text.indexOf('/', text.indexOf("://") + 3), 0);
        if (url.scheme() != Scheme.HTTPS || url.port() != Scheme.HTTPS.defaultPort()) {
            return new Parsed.Rejected<>("an entry is https on port 443", 0);
        }
        if (!url.query().equals(CanonicalQuery.NONE)) {
            return new Parsed.Rejected<>("an entry has no query", text.indexOf('?'));
        }
        if (path == 0 || !text.endsWith("/")) {
            return new Parsed.Rejected<>("an entry ends in a slash", text.length());
        }
        String authority = text.substring(0, path);
        if (authority.endsWith(".") || authority.contains(".:")) {
            return new Parsed.Rejected<>("a host without trailing dot is wanted", path - 1);
        }
        if (text.contains("%25")) {
            return new Parsed.Rejected<>("an encoded percent sign", text.indexOf("%25"));
        }
        return text.substring(path).equals(url.path().text())
                ? new Parsed.Accepted<>(new AllowlistEntry(text, url))
                : new Parsed.Rejected<>("the canonical path is " + url.path().text(), path);
    }

    /** Returns the entry as written. */
    public String text() {
        return text;
    }

    /** Returns the canonical URL; its path ends in a slash. */
    CanonicalUrl url() {
        return url;
    }

    /**
     * Returns whether the URL is under this entry as the fetch endpoint sees it: forges ignore the case of owner and
     * repository.
     */
    public boolean covers(CanonicalUrl other, Forges forges) {
        return forges.folds(url.host())
                ? isOfOrigin(other) && foldedPath(other).startsWith(foldedPath(url))
                : coversExactly(other);
    }

    /** Returns whether the URL is under this entry exactly as written. */
    boolean coversExactly(CanonicalUrl other) {
        return isOfOrigin(other) && other.path().text().startsWith(url.path().text());
    }

    private boolean isOfOrigin(CanonicalUrl other) {
        return other.scheme() == url.scheme()
                && other.port() == url.port()
                && other.host().equals(url.host());
    }

    private static String foldedPath(CanonicalUrl url) {
        List<String> segments = new ArrayList<>(url.path().segments());
        for (int i = 0; i < Math.min(segments.size(), FOLDED_SEGMENTS); i++) {
            segments.set(i, segments.get(i).toLowerCase(Locale.ROOT));
        }
        return "/" + String.join("/", segments);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AllowlistEntry that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
