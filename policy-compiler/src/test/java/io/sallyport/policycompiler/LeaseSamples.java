package io.sallyport.policycompiler;

import io.sallyport.model.CapabilityName;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random patterns of leases, and random targets from the same few words. Confined to one thread. */
final class LeaseSamples {
    /** As many segments as an index considers. */
    private static final String DEEP = "/x/y/z".repeat(5);

    private static final List<String> PATTERN =
            List.of("a", "b", "ab", "/", "/", ".", "@", "1", "?", "[a]", "é", "😀", "*", "*", "**", "/**", "**/");
    private static final List<String> TEXT = List.of("a", "b", "ab", "/", "/", ".", "@", "1", "c", "é", "😀");
    private static final List<String> SCHEMES = List.of("https://", "https://", "http://", "HTTPS://", "s3://");
    private static final List<String> HOST_PATTERNS = List.of(
            "h",
            "*",
            "**",
            "a.h",
            "*.h",
            "**.h",
            "*.*.h",
            "a*.h",
            "*b.h",
            "a.*.h",
            "*.b.h",
            "**.*.h",
            "10.0.0.1",
            "[::1]",
            "exämple.h",
            "notes.api.internal",
            "*.api.internal");
    private static final List<String> HOSTS = List.of(
            "h",
            "H",
            "a.h",
            "ab.h",
            "b.h",
            "a.b.h",
            "c.a.b.h",
            "ah",
            "10.0.0.1",
            "[::1]",
            "xn--exmple-cua.h",
            "notes.api.internal",
            "a.notes.api.internal");
    private static final List<String> PORT_PATTERNS = List.of("", "", "", ":80", ":443", ":8080", ":*");
    private static final List<String> PORTS = List.of("", "", "", ":80", ":443", ":8080");
    private static final List<String> PATH_PATTERN =
            List.of("/", "/a", "/b", "/*", "/*", "/**", "/**", "*", ".css", "%2D", "/é", "/..", DEEP + "/a/**");
    private static final List<String> PATH = List.of("/", "/a", "/b", "/c", "a", ".css", "-", "/%C3%A9", "/..", DEEP);
    private static final List<String> QUERY_PATTERNS = List.of("", "", "", "?", "?x=1", "?x=1&y=2", "?x=1&x=2");
    private static final List<String> QUERIES =
            List.of("", "", "?", "?x=1", "?%78=1", "?y=2&x=1", "?x=2&x=1", "?x=%zz", "?x=1;y", "#f");
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "X-Y");

    private final RandomGenerator random;
    private final String capability;

    LeaseSamples(String capability, long seed) {
        this.random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        this.capability = capability;
    }

    /** Returns one to three patterns, not all of them necessarily valid. */
    List<String> patterns() {
        return IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(_ -> pattern())
                .toList();
    }

    private String pattern() {
        return switch (capability) {
            case CapabilityName.NET_FETCH ->
                random.nextInt(30) == 0
                        ? "**"
                        : url(HOST_PATTERNS, PORT_PATTERNS, some(PATH_PATTERN, 3), QUERY_PATTERNS);
            case CapabilityName.FS_READ, CapabilityName.FS_WRITE -> "/" + some(PATTERN, 4);
            default -> some(PATTERN, 5);
        };
    }

    /**
     * Returns a new target, or one of the patterns with words in place of its stars, possibly with one letter changed.
     */
    String target(List<String> patterns) {
        String target = random.nextBoolean()
                ? random.nextInt(4) == 0 ? one(patterns).replaceFirst("a(?!.*a)", "b") : one(patterns)
                : switch (capability) {
                    case CapabilityName.NET_FETCH -> url(HOSTS, PORTS, some(PATH, 3), QUERIES);
                    case CapabilityName.FS_READ, CapabilityName.FS_WRITE -> one(List.of("/", "/", "")) + some(TEXT, 4);
                    default -> some(TEXT, 5);
                };
        while (target.contains("**")) {
            target = target.replaceFirst("\\*\\*", one(List.of("a", "a/b", "b", "")));
        }
        while (target.contains("*")) {
            target = target.replaceFirst("\\*", one(List.of("a", "ab", "b", "8080")));
        }
        return target;
    }

    /** Returns an HTTP method, which a lease does not restrict. */
    String method() {
        return one(METHODS);
    }

    private String url(List<String> hosts, List<String> ports, String path, List<String> queries) {
        return one(SCHEMES) + one(hosts) + one(ports) + (path.startsWith("/") ? path : "/" + path) + one(queries);
    }

    private String some(List<String> pieces, int most) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(_ -> one(pieces))
                .collect(Collectors.joining());
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
