package io.sallyport.leasebridge.provider;

import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.stream.Stream;

/**
 * The globs of iron-proxy's rules: {@code *.NAME} is {@code NAME} itself and every name below, another star in a host
 * is any text, dots among it; {@code /a/*} at the end of a path is {@code /a} itself and all below, another star stays
 * inside of a segment.
 */
public final class IronProxyGlobs {
    private static final String SUFFIX = "*.";
    private static final String MANY_LABELS = "**.";
    private static final String PREFIX = "/*";

    private IronProxyGlobs() {}

    /** Returns the hosts of bindings and of network policies, in both of which any depth is two stars. */
    public static Parsed<List<String>> bound(String host) {
        boolean hasWildcard = host.startsWith(SUFFIX);
        String name = hasWildcard ? host.substring(SUFFIX.length()) : host;
        if (!isLiteral(name)) {
            return new Parsed.Rejected<>("only *. at the beginning of a host has an equivalent");
        }
        return hasWildcard
                ? BoundTarget.host(MANY_LABELS + name).map(below -> List.of(name, below))
                : BoundTarget.host(name).map(List::of);
    }

    /** Returns the path that binds a credential. */
    static Parsed<String> boundPath(String path) {
        boolean isPrefix = path.endsWith(PREFIX);
        String literal = isPrefix ? path.substring(0, path.length() - PREFIX.length()) : path;
        if (!isLiteral(literal)) {
            return new Parsed.Rejected<>("only /* at the end of a path binds a credential");
        }
        return isPrefix ? BoundTarget.andBelow(literal) : BoundTarget.exactly(literal);
    }

    /** Returns the paths of rules of a network policy. */
    public static Parsed<List<String>> grantedPaths(String path) {
        boolean isPrefix = path.endsWith(PREFIX);
        String before = isPrefix ? path.substring(0, path.length() - PREFIX.length()) : path;
        if (isPrefix && before.endsWith("/")) {
            return new Parsed.Rejected<>("an empty segment before the star has no equivalent");
        }
        if (isPrefix && before.isEmpty()) {
            return new Parsed.Accepted<>(List.of("**"));
        }
        if (before.contains("**") || before.chars().anyMatch(c -> "[]{}\\".indexOf(c) >= 0)) {
            return new Parsed.Rejected<>("brackets and two stars have no equivalent");
        }
        if (isPrefix && !isLiteral(before)) {
            return new Parsed.Rejected<>("a star before /* at the end is a star, and has no equivalent");
        }
        return new Parsed.Accepted<>(isPrefix ? List.of(before, before + "/**") : List.of(before));
    }

    /** Whether a name may be covered by both hosts, each in either form. */
    public static boolean mayOverlap(String one, String other) {
        String name = name(one);
        String otherName = name(other);
        return name.equals(otherName)
                || (!one.equals(name) && otherName.endsWith("." + name))
                || (!other.equals(otherName) && name.endsWith("." + otherName));
    }

    private static String name(String host) {
        return Stream.of(MANY_LABELS, SUFFIX)
                .filter(host::startsWith)
                .map(below -> host.substring(below.length()))
                .findFirst()
                .orElse(host);
    }

    private static boolean isLiteral(String text) {
        return text.chars().noneMatch(c -> "*?[]{}\\".indexOf(c) >= 0);
    }
}
