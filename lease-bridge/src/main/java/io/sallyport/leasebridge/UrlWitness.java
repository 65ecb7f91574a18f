package io.sallyport.leasebridge;

import io.sallyport.model.host.Port;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a URL that a child's pattern covers and no pattern of its parent does: combines the hosts, ports and
 * paths that distinguish the two, and tries each with the matcher. Confined to its thread.
 */
final class UrlWitness {
    private final UrlPattern inner;
    private final List<LeasePattern> outer;
    private final ComparisonBudget effort;
    private final UrlCover cover;

    UrlWitness(UrlPattern inner, List<LeasePattern> outer, ComparisonBudget effort) {
        this.inner = inner;
        this.outer = outer;
        this.effort = effort;
        this.cover = new UrlCover(effort);
    }

    @Nullable
    String find() {
        return inner.parts().stream()
                .flatMap(part -> candidates(part).stream())
                .filter(this::isWitness)
                .findFirst()
                .orElse(null);
    }

    private boolean isWitness(String url) {
        LeaseTarget target = LeaseTarget.parse(Capability.URL, url);
        return target != null
                && target.text().equals(url)
                && target.isCoveredBy(new LeasePattern.Url(inner), effort)
                && outer.stream().noneMatch(pattern -> target.isCoveredBy(pattern, effort))
                && effort.take(0); // false if the matcher gave up
    }

    /** Returns the parent's parts of the same scheme. */
    private List<UrlPattern.Part> rivals(UrlPattern.Part part) {
        return outer.stream()
                .flatMap(pattern -> pattern instanceof LeasePattern.Url(var urls) ? urls.parts().stream() : null)
                .filter(other -> other.scheme() == part.scheme())
                .toList();
    }

    private List<String> candidates(UrlPattern.Part part) {
        List<UrlPattern.Part> rivals = rivals(part);
        Set<String> hosts = new LinkedHashSet<>();
        Set<String> paths = new LinkedHashSet<>();
        add(cover.hosts(part, List.of()), hosts);
        add(cover.paths(part, List.of()), paths);
        add(cover.paths(part, rivals), paths);
        add(cover.hosts(part, rivals), hosts);
        for (UrlPattern.Part rival : rivals) {
            add(cover.paths(part, List.of(rival)), paths);
            add(cover.hosts(part, List.of(rival)), hosts);
        }
        List<String> urls = new ArrayList<>();
        hosts.forEach(host -> paths.forEach(path -> urls.add(url(part, rivals, host, path))));
        return urls;
    }

    private static void add(PatternContainment.Outcome outcome, Set<String> texts) {
        if (outcome instanceof PatternContainment.Witness(var text)) {
            texts.add(text);
        }
    }

    private static String url(UrlPattern.Part part, List<UrlPattern.Part> rivals, String host, String path) {
        int port = part.port() == Port.NONE ? portOf(rivals) : part.port();
        String authority = port == part.scheme().defaultPort() ? host : host + ":" + port;
        return part.scheme().word() + "://" + authority + path + query(part.query());
    }

    /** Returns a port that none of these parts names. */
    private static int portOf(List<UrlPattern.Part> rivals) {
        Set<Integer> named = rivals.stream().map(UrlPattern.Part::port).collect(Collectors.toSet());
        int port = 1;
        while (named.contains(port)) {
            port++;
        }
        return port;
    }

    private static String query(@Nullable Map<String, List<String>> parameters) {
        if (parameters == null || parameters.isEmpty()) {
            return "";
        }
        return parameters.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(value -> encode(entry.getKey()) + "=" + encode(value)))
                .collect(Collectors.joining("&", "?", ""));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
