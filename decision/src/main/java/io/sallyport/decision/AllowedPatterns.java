package io.sallyport.decision;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is granted, as it was written, found by the host it is near to. For people: a refusal names a few. Immutable; a
 * look-up costs as much as the host has labels, however many patterns there are.
 */
public final class AllowedPatterns {
    private final Pattern[] byKey;
    private final List<Pattern> asWritten;
    private final Map<String, List<String>> byCapability;
    private final Map<String, String> byRule;
    private final boolean leased;
    private final GrantedHosts hosts;
    private final boolean boundsCredentials;

    /**
     * One granted pattern.
     *
     * @param key the host, or the literal end of a host pattern; empty where it has none
     * @param text the pattern as written
     */
    public record Pattern(String key, String text) {}

    private AllowedPatterns(
            List<Pattern> patterns,
            Map<String, List<String>> byCapability,
            Map<String, String> byRule,
            boolean leased,
            GrantedHosts hosts,
            boolean boundsCredentials) {
        this.boundsCredentials = boundsCredentials;
        this.hosts = hosts;
        this.byCapability = Map.copyOf(byCapability);
        this.byRule = Map.copyOf(byRule);
        this.leased = leased;
        asWritten = patterns.stream().distinct().toList();
        byKey = asWritten.toArray(Pattern[]::new);
        Arrays.sort(byKey, Comparator.comparing(Pattern::key));
    }

    public static AllowedPatterns of(List<Pattern> patterns) {
        return of(patterns, Map.of(), Map.of(), false, GrantedHosts.NONE);
    }

    /**
     * The same, and what a record tells of them.
     *
     * @param byCapability what is granted of actions: capability to patterns
     * @param byRule the name of a grant, as {@code lease:net.fetch[0]}, to its pattern
     * @param leased whether a lease is among the documents
     * @param hosts for which anything is granted
     */
    public static AllowedPatterns of(
            List<Pattern> patterns,
            Map<String, List<String>> byCapability,
            Map<String, String> byRule,
            boolean leased,
            GrantedHosts hosts) {
        return new AllowedPatterns(patterns, byCapability, byRule, leased, hosts, true);
    }

    /** The same, of documents that leave the credentials of sandboxes below as they are. */
    public AllowedPatterns leavingCredentials() {
        return new AllowedPatterns(asWritten, byCapability, byRule, leased, hosts, false);
    }

    boolean leased() {
        return leased;
    }

    GrantedHosts hosts() {
        return hosts;
    }

    boolean boundsCredentials() {
        return boundsCredentials;
    }

    /** The pattern of the grant of that name, or null where there is none. */
    @Nullable
    String of(@Nullable String rule) {
        return rule == null ? null : byRule.get(rule);
    }

    /** Patterns of which only the text is known; none is nearer than another. */
    static AllowedPatterns unplaced(List<String> texts) {
        return of(texts.stream().map(text -> new Pattern("", text)).toList());
    }

    /** At most {@code limit} patterns: those of the host, of each name above it, then the others as written. */
    List<String> nearest(CanonicalHost host, int limit) {
        Set<String> found = new LinkedHashSet<>();
        for (String suffix : host.suffixes()) {
            addKeyed(suffix, limit, found);
        }
        for (int i = 0; i < asWritten.size() && found.size() < limit; i++) {
            found.add(asWritten.get(i).text());
        }
        return new ArrayList<>(found);
    }

    /** At most {@code limit} patterns of the action's capability: those that begin most like its target first. */
    List<String> nearest(CanonicalAction action, int limit) {
        return byCapability.getOrDefault(action.capability(), List.of()).stream()
                .distinct()
                .sorted(Comparator.comparingInt(pattern -> -commonPrefix(pattern, action.target())))
                .limit(limit)
                .toList();
    }

    private static int commonPrefix(String one, String other) {
        int at = 0;
        while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    private void addKeyed(String key, int limit, Set<String> found) {
        for (int i = firstOf(key);
                i < byKey.length && found.size() < limit && byKey[i].key().equals(key);
                i++) {
            found.add(byKey[i].text());
        }
    }

    private int firstOf(String key) {
        int low = 0;
        int high = byKey.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byKey[middle].key().compareTo(key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
