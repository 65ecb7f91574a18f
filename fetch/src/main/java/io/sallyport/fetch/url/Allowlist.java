package io.sallyport.fetch.url;

import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Dialect;
import io.sallyport.model.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes under which a run may fetch, as its harness names them. Forges fold the case of owner and repository, and so
 * does this, of these two segments alone. Immutable.
 */
public final class Allowlist {
    /** Owner and repository. */
    private static final int FOLDED_SEGMENTS = 2;

    private final List<Entry> entries;
    private final Forges forges;

    private Allowlist(List<Entry> entries, Forges forges) {
        this.entries = entries;
        this.forges = forges;
    }

    private record Entry(String text, CanonicalHost host, String path) {}

    /**
     * Reads entries that a harness reader has taken.
     *
     * @param forges on which the case of owner and repository may make no difference
     * @throws IllegalArgumentException where one is none: https, on port 443, without query, and ended by a slash
     */
    public static Allowlist of(List<String> texts, Forges forges) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(entry(text, forges));
        }
        return new Allowlist(List.copyOf(entries), forges);
    }

    private static Entry entry(String text, Forges forges) {
        if (CanonicalUrl.parse(text, Dialect.WIRE) instanceof CanonicalUrl.Accepted(var url)
                && url.scheme() == Scheme.HTTPS
                && url.port() == Scheme.HTTPS.defaultPort()
                && text.endsWith(url.path().text())
                && text.endsWith("/")
                && !text.contains("%25")) {
            return new Entry(text, url.host(), compared(url.host(), url.path(), forges));
        }
        throw new IllegalArgumentException("allowed_remote_resources: " + text + " is no entry");
    }

    /** The first entry that covers {@code url}, as it is written, or null. */
    public @Nullable String match(SkillUrl url) {
        if (!url.isPlain()) {
            return null;
        }
        String path = compared(url.host(), url.path(), forges);
        for (Entry entry : entries) {
            if (entry.host.equals(url.host()) && path.startsWith(entry.path)) {
                return entry.text;
            }
        }
        return null;
    }

    /** The entry that has most in common with {@code url}, or null where there is none at all. */
    public @Nullable String nearest(SkillUrl url) {
        String nearest = null;
        int most = -1;
        for (Entry entry : entries) {
            int common = common(entry.text, url.text());
            if (common > most) {
                most = common;
                nearest = entry.text;
            }
        }
        return nearest;
    }

    private static int common(String a, String b) {
        int at = 0;
        while (at < Math.min(a.length(), b.length()) && a.charAt(at) == b.charAt(at)) {
            at++;
        }
        return at;
    }

    /** The path with the case of its first segments folded, where they are owner and repository. */
    private static String compared(CanonicalHost host, CanonicalPath canonical, Forges forges) {
        String path = canonical.text();
        if (!forges.folds(host)) {
            return path;
        }
        int end = 0;
        for (int folded = 0; folded < FOLDED_SEGMENTS && end < path.length(); folded++) {
            int slash = path.indexOf('/', end + 1);
            end = slash < 0 ? path.length() : slash;
        }
        return path.substring(0, end).toLowerCase(Locale.ROOT) + path.substring(end);
    }
}
