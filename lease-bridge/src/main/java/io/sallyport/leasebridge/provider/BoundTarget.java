package io.sallyport.leasebridge.provider;

import io.sallyport.leasebridge.HostOverlap;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.host.HostGlob;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;

/**
 * Endpoints in the form of the configuration: {@code https://HOST[:PORT][/PATH]}, where stars in the host are those of
 * {@link HostGlob}, and {@code PATH/**} stands for a path and all below it; behind a slash, as in {@code /a//**}, for
 * what is below alone.
 */
final class BoundTarget {
    /** The path that stands for all. */
    static final String EVERY_PATH = "";

    private static final String AND_BELOW = "/**";
    private static final String HTTPS = "https://";

    private BoundTarget() {}

    static String text(String host, int port, String path) {
        String shown = host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
        return HTTPS + shown + (port == 443 ? "" : ":" + port) + path;
    }

    static List<String> texts(List<String> hosts, List<Integer> ports, List<String> paths) {
        return hosts.stream()
                .flatMap(host -> ports.stream().flatMap(port -> paths.stream().map(path -> text(host, port, path))))
                .toList();
    }

    /** Returns the same host in canonical form. */
    static Parsed<String> host(String glob) {
        return HostGlob.read(glob).map(HostGlob::text);
    }

    /** Returns a path without wildcards that stands for itself. */
    static Parsed<String> exactly(String path) {
        return switch (CanonicalPath.parse(path)) {
            case Parsed.Accepted(CanonicalPath canonical)
            when canonical.text().equals(path) -> new Parsed.Accepted<>(path);
            case Parsed.Accepted(CanonicalPath _) ->
                new Parsed.Rejected<>("no request has this path in canonical form");
            case Parsed.Rejected(String why, int at) -> new Parsed.Rejected<>(why, at);
        };
    }

    /** Returns all paths that begin with {@code beginning}, which ends in a slash. */
    static Parsed<String> beginning(String beginning) {
        return beginning.equals("/")
                ? new Parsed.Accepted<>(EVERY_PATH)
                : exactly(beginning).map(path -> path + AND_BELOW);
    }

    /** Returns a path and all below it. */
    static Parsed<String> andBelow(String path) {
        return path.isEmpty()
                ? new Parsed.Accepted<>(EVERY_PATH)
                : exactly(path).map(all -> all + AND_BELOW);
    }

    /** Whether one request may be covered by both, each in the form of the configuration. */
    static boolean mayOverlap(String one, String other) {
        return hostsOverlap(authority(one), authority(other)) && pathsOverlap(path(one), path(other));
    }

    private static String authority(String text) {
        int slash = text.indexOf('/', HTTPS.length());
        return text.substring(HTTPS.length(), slash < 0 ? text.length() : slash);
    }

    private static String path(String text) {
        return text.substring(HTTPS.length() + authority(text).length());
    }

    private static boolean hostsOverlap(String one, String other) {
        return port(one).equals(port(other))
                && HostGlob.read(withoutPort(one)) instanceof Parsed.Accepted(HostPattern host)
                && HostGlob.read(withoutPort(other)) instanceof Parsed.Accepted(HostPattern otherHost)
                && HostOverlap.of(host, otherHost);
    }

    /** Returns the port with its colon; empty where none is written. */
    private static String port(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon < 0 || authority.endsWith("]") ? "" : authority.substring(colon);
    }

    private static String withoutPort(String authority) {
        return authority.substring(0, authority.length() - port(authority).length());
    }

    private static boolean pathsOverlap(String one, String other) {
        boolean isPrefix = one.isEmpty() || one.endsWith(AND_BELOW);
        boolean otherIsPrefix = other.isEmpty() || other.endsWith(AND_BELOW);
        String path = one.endsWith(AND_BELOW) ? one.substring(0, one.length() - AND_BELOW.length()) : one;
        String otherPath = other.endsWith(AND_BELOW) ? other.substring(0, other.length() - AND_BELOW.length()) : other;
        return path.equals(otherPath)
                || (isPrefix && otherPath.startsWith(path))
                || (otherIsPrefix && path.startsWith(otherPath));
    }
}
