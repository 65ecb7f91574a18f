package io.sallyport.policycompiler;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random grants and requests from few words, so that they often match. Seeded. */
final class Samples {
    private static final List<String> LABELS = List.of("a", "b", "api", "api-1", "x.y");
    private static final List<String> SUFFIXES = List.of("test", "one.test", "b.one.test", "two.example");
    private static final List<String> SEGMENTS = List.of("a", "b", "v1", "a.b", "%2A", "x~y");
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST");
    private static final List<Integer> PORTS = List.of(443, 80, 8443);

    private static final List<Set<Scheme>> SCHEMES = List.of(
            Set.of(Scheme.HTTPS),
            Set.of(Scheme.HTTPS),
            Set.of(Scheme.HTTPS),
            Set.of(Scheme.HTTP, Scheme.HTTPS),
            Set.of(Scheme.WSS),
            Set.of(Scheme.WSS, Scheme.WS, Scheme.HTTPS));

    private final Random random;

    Samples(long seed) {
        random = new Random(seed);
    }

    List<Grant.Net> grants() {
        return IntStream.range(0, random.nextInt(12)).mapToObj(this::grant).toList();
    }

    private Grant.Net grant(int number) {
        Grant.Source source =
                oneOf(List.of(Grant.Source.LEASE, Grant.Source.LEASE, Grant.Source.HARNESS, Grant.Source.POLICY));
        Set<RequestKind> kinds = source == Grant.Source.HARNESS && random.nextBoolean()
                ? Set.of(RequestKind.FETCH)
                : Set.of(RequestKind.CONNECT, RequestKind.HTTP);
        boolean whole = random.nextBoolean();
        return new Grant.Net(
                source,
                source.word() + "[" + number + "]",
                kinds,
                oneOf(SCHEMES),
                hostPattern(),
                random.nextInt(6) == 0 ? Set.of() : Set.of(random.nextInt(4) == 0 ? oneOf(PORTS) : 443),
                whole || random.nextBoolean() ? Set.of() : some(METHODS),
                whole ? PathPattern.ANY : pathPattern(),
                whole || random.nextInt(3) > 0 ? null : parameters(),
                Mode.ENFORCE,
                "grant " + number,
                source == Grant.Source.POLICY && random.nextBoolean() ? List.of("10." + number + ".0.0/16") : List.of(),
                source == Grant.Source.POLICY
                        ? Conditions.NONE.outside(areas(4)).within(areas(8))
                        : Conditions.NONE);
    }

    /** Returns areas in one of so many cases, else none. */
    private List<RequestArea> areas(int cases) {
        return random.nextInt(cases) > 0
                ? List.of()
                : IntStream.range(0, 1 + random.nextInt(2))
                        .mapToObj(_ -> new RequestArea(
                                hostPattern(),
                                Set.copyOf(List.of(443, oneOf(PORTS))),
                                random.nextBoolean() ? List.of() : List.of("^/a.*$", "^.*[b/]$")))
                        .toList();
    }

    private HostPattern hostPattern() {
        String suffix = oneOf(SUFFIXES);
        return switch (random.nextInt(8)) {
            case 0 -> new HostPattern.Any();
            case 1, 2 -> new HostPattern.Under(suffix);
            case 3 -> new HostPattern.OneUnder(suffix);
            case 4 -> new HostPattern.Exact(random.nextBoolean() ? "192.0.2.1" : suffix);
            case 5 -> labels(suffix);
            default -> new HostPattern.Exact(host());
        };
    }

    private HostPattern labels(String suffix) {
        List<String> labels =
                new ArrayList<>(List.of(oneOf(List.of("*", "api*", "*i-*", "a*", "[ab]*", "ap?", "[bcdefghi]"))));
        if (random.nextInt(3) == 0) {
            labels.add(oneOf(List.of("*", "?", "[ab]")));
        }
        labels.addAll(List.of(suffix.split("\\.")));
        return new HostPattern.Labels(random.nextInt(3) == 0, labels);
    }

    private PathPattern pathPattern() {
        List<String> literals = segments(random.nextInt(20) == 0 ? 14 + random.nextInt(4) : random.nextInt(4));
        return switch (random.nextInt(4)) {
            case 0 -> new PathPattern(trailing(literals), new PathPattern.Rest.Nothing());
            case 1 -> new PathPattern(literals, new PathPattern.Rest.Anything());
            case 2 -> new PathPattern(literals, new PathPattern.Rest.Matching(oneSegmentBelow(literals), ""));
            default ->
                new PathPattern(
                        literals,
                        new PathPattern.Rest.Matching(
                                oneSegmentBelow(literals), oneOf(List.of("^/.*[ab]$", "^/(?:.*/)?v1(?:/.*)?$")), ""));
        };
    }

    private List<String> trailing(List<String> literals) {
        List<String> found = new ArrayList<>(literals);
        if (!found.isEmpty() && random.nextInt(4) == 0) {
            found.add("");
        }
        return found;
    }

    private static String oneSegmentBelow(List<String> literals) {
        return "^" + literals.stream().map(literal -> "/" + Re2.quote(literal)).collect(Collectors.joining())
                + "/[^/]+$";
    }

    CanonicalRequest request() {
        CanonicalHost host = canonicalHost(random.nextInt(12) == 0 ? "192.0.2.1" : host());
        int port = random.nextInt(4) == 0 ? oneOf(PORTS) : 443;
        Scheme scheme = random.nextInt(4) == 0 ? Scheme.HTTP : Scheme.HTTPS;
        return switch (random.nextInt(5)) {
            case 0, 1 -> CanonicalRequest.connect(scheme, host, port);
            case 2 -> CanonicalRequest.fetch(scheme, host, port, path());
            default ->
                CanonicalRequest.http(
                        random.nextInt(3) == 0 ? Scheme.WSS : scheme, host, port, oneOf(METHODS), path(), query());
        };
    }

    private String host() {
        String suffix = oneOf(SUFFIXES);
        return random.nextInt(4) == 0 ? suffix : oneOf(LABELS) + "." + suffix;
    }

    private CanonicalPath path() {
        int count = random.nextInt(20) == 0 ? 13 + random.nextInt(6) : random.nextInt(5);
        String text = "/" + String.join("/", segments(count)) + (count > 0 && random.nextInt(5) == 0 ? "/" : "");
        return ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(text)).value();
    }

    /** Usually repeats the same segments, so that deep ones match as well. */
    private List<String> segments(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> random.nextInt(4) == 0 ? oneOf(SEGMENTS) : SEGMENTS.get(i % 2))
                .toList();
    }

    private CanonicalQuery query() {
        return oneOf(List.of(
                CanonicalQuery.NONE,
                CanonicalQuery.parse(""),
                CanonicalQuery.parse("x=1"),
                CanonicalQuery.parse("x=2&x=1"),
                CanonicalQuery.parse("x=1&x=2&y="),
                CanonicalQuery.parse("x=%zz")));
    }

    private Map<String, List<String>> parameters() {
        return oneOf(List.of(
                Map.of(),
                Map.of("x", List.of("1")),
                Map.of("x", List.of("1", "2")),
                Map.of("x", List.of("2", "1"), "y", List.of(""))));
    }

    private <T> Set<T> some(List<T> from) {
        return from.stream().filter(_ -> random.nextBoolean()).collect(Collectors.toUnmodifiableSet());
    }

    <T extends @Nullable Object> T oneOf(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    static CanonicalHost canonicalHost(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }
}
