package io.sallyport.leasebridge;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.Port;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of {@code net.fetch}. Each part of a URL is matched separately; no wildcard extends across parts.
 *
 * @param text the pattern as written
 * @param parts what it covers: two parts (http and https) for {@code **}, none for {@code *}
 */
record UrlPattern(String text, List<Part> parts) {
    UrlPattern {
        parts = List.copyOf(parts);
    }

    boolean covers(CanonicalUrl url, ComparisonBudget effort) {
        return parts.stream().anyMatch(part -> part.covers(url, effort));
    }

    /**
     * The part of a pattern for one scheme.
     *
     * @param port 1..65535, or {@link Port#NONE} for any
     * @param pattern the path for the index
     * @param path the same path for matching here
     * @param query exact parameters as a multiset, or null for any query
     */
    record Part(
            Scheme scheme,
            HostPattern host,
            int port,
            PathPattern pattern,
            Glob path,
            @Nullable Map<String, List<String>> query) {
        boolean covers(CanonicalUrl url, ComparisonBudget effort) {
            return url.scheme() == scheme
                    && (port == Port.NONE || url.port() == port)
                    && Hosts.covers(host, url.host(), effort)
                    && path.matches(url.path().text(), effort)
                    && (query == null || QueryComparison.same(query, url.query().parameters()));
        }
    }
}
