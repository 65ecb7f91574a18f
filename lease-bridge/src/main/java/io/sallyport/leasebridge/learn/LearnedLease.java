package io.sallyport.leasebridge.learn;

import io.sallyport.model.host.CanonicalHost;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes rules as a lease: patterns of URLs, without methods. */
final class LearnedLease {
    private LearnedLease() {}

    static String of(LearnedRules rules) {
        List<String> patterns = rules.rules().stream()
                .map(LearnedLease::pattern)
                .filter(pattern -> pattern != null)
                .distinct()
                .map(pattern -> "    \"" + pattern + "\"")
                .toList();
        return patterns.isEmpty()
                ? "{}\n"
                : patterns.stream().collect(Collectors.joining(",\n", "{\n  \"net.fetch\": [\n", "\n  ]\n}\n"));
    }

    /** Returns the pattern of a rule, which needs no quoting in JSON, or null if a lease has none for it. */
    static @Nullable String pattern(LearnedRule rule) {
        LearnedPath learned = rule.path();
        String path = learned == null ? "/**" : learned.pattern();
        if (path == null || rule.scheme().isTcp()) {
            return null;
        }
        String authority = CanonicalHost.authority(rule.host().text());
        boolean isUsual = rule.port() == rule.scheme().defaultPort();
        return rule.scheme().urlWord() + "://" + authority + (isUsual ? "" : ":" + rule.port()) + path;
    }
}
