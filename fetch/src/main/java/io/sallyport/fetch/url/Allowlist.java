package io.sallyport.fetch.url;

import io.sallyport.leasebridge.harness.AllowlistEntry;
import io.sallyport.leasebridge.harness.Forges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes under which a run may fetch, as its harness names them. Forges fold the case of owner and repository,
 * and so does this, of these two segments alone. Immutable.
 *
 * @param forges on which the case of owner and repository may make no difference
 */
public record Allowlist(List<AllowlistEntry> entries, Forges forges) {
    public Allowlist {
        entries = List.copyOf(entries);
    }

    /** The first entry that covers {@code url}, as it is written, or null. */
    public @Nullable String match(SkillUrl url) {
        if (!url.isPlain()) {
            return null;
        }
        for (AllowlistEntry entry : entries) {
            if (entry.covers(url.address(), forges)) {
                return entry.text();
            }
        }
        return null;
    }

    /** The entry that has most in common with {@code url}, or null where there is none at all. */
    public @Nullable String nearest(SkillUrl url) {
        String nearest = null;
        int most = -1;
        for (AllowlistEntry entry : entries) {
            int common = common(entry.text(), url.text());
            if (common > most) {
                most = common;
                nearest = entry.text();
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
}
