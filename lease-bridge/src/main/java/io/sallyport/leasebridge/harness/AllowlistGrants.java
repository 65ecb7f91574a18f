package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Set;

/**
 * The grants of one allowlist entry.
 *
 * @param rule its name in decisions
 */
record AllowlistGrants(AllowlistEntry entry, String rule) {
    /** Returns the grant for the fetch endpoint. Like forges, it ignores the case of owner and repository. */
    Grant.Net fetch(Forges forges) {
        PathPattern path = forges.folds(url().host()) ? folded() : exact();
        return grant(Set.of(RequestKind.FETCH), Set.of(), path);
    }

    /** Returns the grant to read through the proxy, for sandboxes put with {@code allowlist_get}. */
    Grant.Net get() {
        return grant(Set.of(RequestKind.CONNECT, RequestKind.HTTP), Set.of("GET", "HEAD"), exact());
    }

    private CanonicalUrl url() {
        return entry.url();
    }

    private Grant.Net grant(Set<RequestKind> kinds, Set<String> methods, PathPattern path) {
        return new Grant.Net(
                Grant.Source.HARNESS,
                rule,
                kinds,
                Set.of(url().scheme()),
                new HostPattern.Exact(url().host().text()),
                Set.of(url().port()),
                methods,
                path,
                null,
                Mode.ENFORCE,
                entry.text());
    }

    private List<String> segments() {
        List<String> all = url().path().segments();
        return all.isEmpty() ? all : all.subList(0, all.size() - 1);
    }

    /** Returns the prefix itself and all that continues it; {@code /a/} does not cover {@code /a}. */
    private PathPattern exact() {
        List<String> segments = segments();
        String prefix = url().path().text();
        String re2 = "^" + Re2.quote(prefix) + ".*$";
        return segments.isEmpty()
                ? PathPattern.ANY
                : new PathPattern(segments, new PathPattern.Rest.Matching(re2, prefix));
    }

    private PathPattern folded() {
        List<String> segments = segments();
        if (segments.isEmpty()) {
            return PathPattern.ANY;
        }
        int owned = Math.min(segments.size(), AllowlistEntry.FOLDED_SEGMENTS);
        String owner = Re2.quote(String.join("/", segments.subList(0, owned)));
        List<String> rest = segments.subList(owned, segments.size());
        String tail = rest.isEmpty() ? "" : "/" + Re2.quote(String.join("/", rest));
        String re2 = "^/(?i:" + owner + ")" + tail + "/.*$";
        return new PathPattern(
                List.of(), new PathPattern.Rest.Matching(re2, url().path().text()));
    }
}
