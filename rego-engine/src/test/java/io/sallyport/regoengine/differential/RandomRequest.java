package io.sallyport.regoengine.differential;

import static java.util.stream.Collectors.joining;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Inputs in the shape of the decision contract, from words that the written policies know; any field may be missing.
 */
final class RandomRequest {
    private static final List<String> HOSTS = List.of(
            "api.example.com",
            "a.example.com",
            "a.b.example.com",
            "gist.github.com",
            "paste.example.com",
            "mirror.example.net",
            "example.org",
            "10.1.2.3",
            "localhost");
    private static final List<String> SEGMENTS =
            List.of("repos", "admin", "acme", "x", "issues", "v1", "raw", "readme.md", "a%2Fb", "internal", "é");
    private static final List<String> PORTS = List.of("443", "443", "80", "8443", "22", "3000", "65535", "443.0");
    private static final List<String> METHODS = List.of("GET", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH");
    private static final List<String> TEAMS = List.of("docs", "build", "ops");
    private static final List<String> MOMENTS =
            List.of("2024-02-29T22:30:00Z", "1969-12-31T23:59:59Z", "2026-06-06T08:00:00+02:00", "tomorrow");

    private final Chance chance;

    RandomRequest(Chance chance) {
        this.chance = chance;
    }

    String json() {
        return object(
                field("version", "1"),
                field("kind", text(List.of("http", "connect", "fetch"))),
                field(
                        "sandbox",
                        object(field("id", "\"sb-1\""), field("run", "\"secret-run\""), field("labels", labels()))),
                field("phase", text(List.of("planning", "execution"))),
                field("net", net()));
    }

    private String labels() {
        return object(
                field("team", text(TEAMS)),
                field("until", text(MOMENTS)),
                field("field", text(List.of("method", "host", "port", "nothing"))));
    }

    private String net() {
        String host = chance.of(HOSTS);
        List<String> segments = IntStream.range(0, chance.below(5))
                .mapToObj(_ -> chance.of(SEGMENTS))
                .toList();
        return object(
                field("scheme", text(List.of("https", "http"))),
                field("host", quoted(host)),
                field("port", chance.of(PORTS)),
                field("method", text(METHODS)),
                field("path", quoted("/" + String.join("/", segments))),
                field("segments", list(segments.size(), segments::get)),
                field("suffixes", suffixes(host)),
                field("prefixes", prefixes(segments)),
                field("query", valuesByName(List.of("page", "api_key", "q"), List.of("1", "abcdef", ""))),
                field("headers", headers()));
    }

    private static String suffixes(String host) {
        List<String> labels = List.of(host.split("\\."));
        return list(labels.size(), i -> String.join(".", labels.subList(i, labels.size())));
    }

    private static String prefixes(List<String> segments) {
        return list(segments.size() + 1, i -> "/" + String.join("/", segments.subList(0, i)));
    }

    private String headers() {
        return object(
                field("user-agent", values(List.of("curl/8.5", "git/2.43", "Python-urllib/3.12"))),
                field("x-forwarded-for", values(List.of("10.9.8.7", "203.0.113.9", "2001:db8::1", "unknown"))),
                field("content-type", values(List.of("application/json; charset=utf-8", "text/html", ""))),
                field("content-length", values(List.of("0", "2048", "99999999", "1e3", "x"))),
                field("authorization", values(List.of("Bearer secret"))));
    }

    private String valuesByName(List<String> names, List<String> values) {
        return object(names.stream().map(name -> field(name, values(values))).toArray(String[]::new));
    }

    private String values(List<String> words) {
        return list(1 + chance.below(2), _ -> chance.of(words));
    }

    private static String list(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(i -> quoted(text.apply(i))).collect(joining(", ", "[", "]"));
    }

    private String text(List<String> words) {
        return quoted(chance.of(words));
    }

    private static String quoted(String text) {
        return RegoJson.write(RegoString.of(text));
    }

    /** Empty, one time in eight. */
    private String field(String name, String json) {
        return chance.oneIn(8) ? "" : quoted(name) + ": " + json;
    }

    private static String object(String... fields) {
        return Arrays.stream(fields).filter(field -> !field.isEmpty()).collect(joining(", ", "{", "}"));
    }
}
