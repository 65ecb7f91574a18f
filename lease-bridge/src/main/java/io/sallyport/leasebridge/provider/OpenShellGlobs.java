package io.sallyport.leasebridge.provider;

import io.sallyport.model.text.Parsed;

/**
 * The globs of OpenShell's endpoints: in a host a star is a part of one label, and {@code **} as the first label is one
 * or more; in a path a star stays inside of a segment, and {@code /a/**} does not cover {@code /a}.
 */
final class OpenShellGlobs {
    private static final String ALL_BELOW = "/**";

    private OpenShellGlobs() {}

    static Parsed<String> host(String host) {
        if (host.isEmpty()) {
            return new Parsed.Rejected<>("a credential is bound to a host");
        }
        return BoundTarget.host(host);
    }

    static Parsed<String> path(String path) {
        if (path.isEmpty() || path.equals("**") || path.equals(ALL_BELOW)) {
            return new Parsed.Accepted<>(BoundTarget.EVERY_PATH);
        }
        if (isLiteral(path)) {
            return BoundTarget.exactly(path);
        }
        String before = path.substring(0, path.length() - Math.min(path.length(), ALL_BELOW.length()));
        return path.endsWith(ALL_BELOW) && isLiteral(before)
                ? BoundTarget.beginning(before + "/")
                : new Parsed.Rejected<>("only /** at the end of a path binds a credential");
    }

    /** Whether a name may be covered by both hosts, as far as what they end with shows. */
    static boolean mayOverlap(String one, String other) {
        if (isLiteral(one) && isLiteral(other)) {
            return one.equals(other);
        }
        boolean otherEnds = !isLiteral(one) && end(other).endsWith(end(one));
        return otherEnds || (!isLiteral(other) && end(one).endsWith(end(other)));
    }

    /** Returns what stands behind the last wildcard; all of a host without one. */
    private static String end(String host) {
        int last = host.length();
        while (last > 0 && "*?[]{}\\".indexOf(host.charAt(last - 1)) < 0) {
            last--;
        }
        return host.substring(last);
    }

    private static boolean isLiteral(String text) {
        return text.chars().noneMatch(c -> "*?[]{}\\".indexOf(c) >= 0);
    }
}
