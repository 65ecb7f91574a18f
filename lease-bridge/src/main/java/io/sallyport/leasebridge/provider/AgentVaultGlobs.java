package io.sallyport.leasebridge.provider;

import io.sallyport.model.text.Parsed;

/**
 * The globs of Agent Vault's services: {@code *.NAME} is exactly one label, and a star in a path is any text, slashes
 * among it.
 */
final class AgentVaultGlobs {
    private static final String ONE_LABEL = "*.";

    private AgentVaultGlobs() {}

    static Parsed<String> host(String host) {
        String name = host.startsWith(ONE_LABEL) ? host.substring(ONE_LABEL.length()) : host;
        return name.indexOf('*') < 0
                ? BoundTarget.host(host)
                : new Parsed.Rejected<>("only *. at the beginning of a host is a wildcard");
    }

    static Parsed<String> path(String path) {
        int star = path.indexOf('*');
        if (path.isEmpty()) {
            return new Parsed.Accepted<>(BoundTarget.EVERY_PATH);
        }
        if (star < 0) {
            return BoundTarget.exactly(path);
        }
        boolean endsSegment = star == path.length() - 1 && path.charAt(star - 1) == '/';
        return endsSegment
                ? BoundTarget.beginning(path.substring(0, star))
                : new Parsed.Rejected<>("only /* at the end of a path binds a credential", star);
    }

    /** Returns the same path in a network policy, where {@code **} as a segment is any number of them. */
    static String ofPolicy(String path) {
        return path.endsWith("/*") ? path + "*" : path;
    }

    /** Whether one path may be covered by both; an empty one covers all. */
    static boolean mayOverlap(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return true;
        }
        if (one.indexOf('*') < 0) {
            return covers(other, one);
        }
        return other.indexOf('*') < 0
                ? covers(one, other)
                : literal(one).startsWith(literal(other)) || literal(other).startsWith(literal(one));
    }

    /** Returns what stands before the first star; the longer it is, the sooner the service is chosen. */
    static String literal(String path) {
        int star = path.indexOf('*');
        return star < 0 ? path : path.substring(0, star);
    }

    private static boolean covers(String glob, String path) {
        String[] parts = glob.split("\\*", -1);
        if (parts.length == 1) {
            return path.equals(glob);
        }
        if (!path.startsWith(parts[0])) {
            return false;
        }
        int at = parts[0].length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = path.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        String last = parts[parts.length - 1];
        return path.length() - at >= last.length() && path.endsWith(last);
    }
}
