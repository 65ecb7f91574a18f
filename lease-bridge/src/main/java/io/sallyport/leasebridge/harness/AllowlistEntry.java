package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Dialect;
import io.sallyport.model.Grant;
import io.sallyport.model.HostPattern;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One entry of {@code allowed_remote_resources}: a host and the beginning of a path (specs: fetch, section 4).
 *
 * @param text as written
 * @param url canonical; its path ends in a slash
 */
record AllowlistEntry(String text, CanonicalUrl url) {
    /** Owner and repository. */
    private static final int FOLDED_SEGMENTS = 2;

    /** An entry, or why there is none. */
    sealed interface Parsed {}

    record Accepted(AllowlistEntry entry) implements Parsed {}

    /** Refused; {@code at} is the index of the first offending char. */
    record Rejected(String why, int at) implements Parsed {}

    static Parsed parse(String text) {
        return switch (CanonicalUrl.parse(text, Dialect.WIRE)) {
            case CanonicalUrl.Rejected rejected -> new Rejected(rejected.why(), rejected.at());
            case CanonicalUrl.Accepted(var url) -> judge(text, url);
        };
    }

    private static Parsed judge(String text, CanonicalUrl url) {
        int path = Math.max(text.indexOf('/', text.indexOf("://") + 3), 0);
        if (url.scheme() != Scheme.HTTPS || url.port() != Scheme.HTTPS.defaultPort()) {
            return new Rejected("an entry is https on port 443", 0);
        }
        if (!url.query().equals(CanonicalQuery.NONE)) {
            return new Rejected("an entry has no query", text.indexOf('?'));
        }
        if (path == 0 || !text.endsWith("/")) {
            return new Rejected("an entry ends in a slash", text.length());
        }
        if (text.charAt(path - 1) == '.') {
            return new Rejected("a host without trailing dot is wanted", path - 1);
        }
        if (text.contains("%25")) {
            return new Rejected("an encoded percent sign", text.indexOf("%25"));
        }
        return text.substring(path).equals(url.path().text())
                ? new Accepted(new AllowlistEntry(text, url))
                : new Rejected("the canonical path is " + url.path().text(), path);
    }

    /** Whether that URL lies under this entry, as the fetch endpoint sees it: forges fold the case of owner and repository. */
    boolean covers(CanonicalUrl other, Forges forges) {
        return forges.folds(url.host())
                ? isOfOrigin(other) && foldedPath(other).startsWith(foldedPath(url))
                : coversExactly(other);
    }

    /** Whether that URL lies under this entry as it is written. */
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

    /** What the fetch endpoint may be asked for. Forges fold the case of owner and repository, and so does this. */
    Grant.Net fetchGrant(String rule, Forges forges) {
        return grant(rule, Set.of(RequestKind.FETCH), Set.of(), forges.folds(url.host()) ? folded() : exact());
    }

    /** Reading through the proxy, for sandboxes put with {@code allowlist_get}. */
    Grant.Net getGrant(String rule) {
        return grant(rule, Set.of(RequestKind.CONNECT, RequestKind.HTTP), Set.of("GET", "HEAD"), exact());
    }

    private Grant.Net grant(String rule, Set<RequestKind> kinds, Set<String> methods, PathPattern path) {
        return new Grant.Net(
                Grant.Source.HARNESS,
                rule,
                kinds,
                Set.of(url.scheme()),
                new HostPattern.Exact(url.host().text()),
                Set.of(url.port()),
                methods,
                path,
                null,
                Mode.ENFORCE,
                text);
    }

    private List<String> segments() {
        List<String> all = url.path().segments();
        return all.isEmpty() ? all : all.subList(0, all.size() - 1);
    }

    /** The prefix itself and all that continues it; {@code /a/} does not cover {@code /a}. */
    private PathPattern exact() {
        List<String> segments = segments();
        String re2 = "^" + Re2.quote(url.path().text()) + ".*$";
        return segments.isEmpty()
                ? PathPattern.ANY
                : new PathPattern(
                        segments, new PathPattern.Rest.Matching(re2, url.path().text()));
    }

    private PathPattern folded() {
        List<String> segments = segments();
        if (segments.isEmpty()) {
            return PathPattern.ANY;
        }
        int owned = Math.min(segments.size(), FOLDED_SEGMENTS);
        String owner = Re2.quote(String.join("/", segments.subList(0, owned)));
        List<String> rest = segments.subList(owned, segments.size());
        String tail = rest.isEmpty() ? "" : "/" + Re2.quote(String.join("/", rest));
        String re2 = "^/(?i:" + owner + ")" + tail + "/.*$";
        return new PathPattern(
                List.of(), new PathPattern.Rest.Matching(re2, url.path().text()));
    }
}
