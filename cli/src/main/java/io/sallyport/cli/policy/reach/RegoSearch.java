package io.sallyport.cli.policy.reach;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Requests that Rego may treat differently: given ones, with the methods, hosts and paths that its text names in their
 * place. A search, and no proof. Immutable.
 *
 * @param texts of the authors
 */
record RegoSearch(Collection<String> texts) {
    /** The limit of requests that are asked. */
    static final int MAX_REQUESTS = 20_000;

    /** The limit of given requests, and of constants of one kind, that are used. */
    private static final int MAX_OF_A_KIND = 100;

    private static final Pattern STRING = Pattern.compile("\"([^\"\\\\\n]{1,200})\"|`([^`\n]{1,200})`");
    private static final Pattern METHOD = Pattern.compile("[A-Z]{3,16}");
    private static final Pattern HOST = Pattern.compile("\\.?[a-z0-9_-]+(\\.[a-z0-9_-]+)+");
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE", "PATCH");

    /** Returns at most {@link #MAX_REQUESTS}, the given ones first. */
    Set<CanonicalRequest> around(Collection<CanonicalRequest> given) {
        List<String> methods = Stream.concat(
                        METHODS.stream(), named(word -> METHOD.matcher(word).matches()))
                .distinct()
                .toList();
        List<CanonicalPath> paths =
                named(word -> word.startsWith("/")).flatMap(RegoSearch::path).toList();
        List<CanonicalHost> hosts = named(word -> HOST.matcher(word).matches())
                .flatMap(RegoSearch::host)
                .toList();
        Set<CanonicalRequest> all = new LinkedHashSet<>(given);
        given.stream()
                .filter(request -> request.path() != null)
                .limit(MAX_OF_A_KIND)
                .flatMap(request -> Stream.concat(
                        Stream.of(request), hosts.stream().map(host -> with(request, host, request.path()))))
                .flatMap(request -> Stream.concat(
                        Stream.of(request), paths.stream().map(path -> with(request, request.host(), path))))
                .flatMap(request -> methods.stream().map(request::withMethod))
                .takeWhile(_ -> all.size() < MAX_REQUESTS)
                .forEach(all::add);
        return all;
    }

    private Stream<String> named(Predicate<String> wanted) {
        return texts.stream()
                .flatMap(text -> STRING.matcher(text).results())
                .map(RegoSearch::content)
                .filter(wanted)
                .distinct()
                .limit(MAX_OF_A_KIND);
    }

    private static String content(MatchResult found) {
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    /** Returns a path and one below it, since Rego often names beginnings. */
    private static Stream<CanonicalPath> path(String text) {
        return Stream.of(text, text.endsWith("/") ? text + "a" : text + "/a")
                .map(CanonicalPath::parse)
                .flatMap(RegoSearch::accepted);
    }

    /** Returns a host and one below it. */
    private static Stream<CanonicalHost> host(String text) {
        return Stream.of(
                        text.startsWith(".") ? text.substring(1) : text,
                        text.startsWith(".") ? "a" + text : "a." + text)
                .map(CanonicalHost::parse)
                .flatMap(RegoSearch::accepted);
    }

    private static <T> Stream<T> accepted(Parsed<T> read) {
        return switch (read) {
            case Parsed.Accepted<T>(T value) -> Stream.of(value);
            case Parsed.Rejected<T> _ -> Stream.of();
        };
    }

    private static CanonicalRequest with(CanonicalRequest request, CanonicalHost host, @Nullable CanonicalPath path) {
        if (path == null) {
            return request;
        }
        String url = request.scheme().urlWord() + "://" + host.authority() + ":" + request.port() + path.text();
        return WrittenRequest.parse(String.valueOf(request.method()), url) instanceof Parsed.Accepted(var read)
                ? read
                : request;
    }
}
