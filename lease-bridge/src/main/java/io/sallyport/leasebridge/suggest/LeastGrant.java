package io.sallyport.leasebridge.suggest;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * One line that would grant some requests, before it is written for a lease or a network policy. Immutable.
 *
 * @param host as it stands in a URL; {@code *.} before it where names were folded
 * @param path with {@code *} as its last segment where paths were folded; null where a tunnel was asked for and nothing is
 *     known of what is inside
 * @param methods of the requests, for documents that have a word for them; empty where {@code path} is null
 * @param requests that it is for
 */
public record LeastGrant(
        Scheme scheme,
        String host,
        int port,
        @Nullable String path,
        Set<String> methods,
        List<CanonicalRequest> requests)
        implements LeastLine {
    public LeastGrant {
        methods = new TreeSet<>(methods);
        requests = List.copyOf(requests);
    }

    /** The line for that request alone. */
    public static LeastGrant of(CanonicalRequest request) {
        CanonicalPath path = request.path();
        String method = request.method();
        boolean isTunnel = request.kind() == RequestKind.CONNECT;
        return new LeastGrant(
                request.scheme(),
                request.host().authority(),
                request.port(),
                isTunnel || path == null ? null : path.text(),
                isTunnel || method == null ? Set.of() : Set.of(method),
                List.of(request));
    }

    @Override
    public String capability() {
        return CapabilityName.NET_FETCH;
    }

    @Override
    public List<CanonicalRequest> questions() {
        return requests;
    }

    @Override
    public @Nullable String ofLease() {
        String authority = port == scheme.defaultPort() ? host : host + ":" + port;
        return scheme == Scheme.TCP
                ? null
                : quoted(scheme.urlWord() + "://" + authority + (path == null ? "/**" : path));
    }

    /** An endpoint, as a YAML flow mapping. */
    @Override
    public String ofPolicy() {
        return "{host: " + quoted(host) + ", port: " + port + rules() + "}";
    }

    private String rules() {
        if (path == null) {
            return scheme == Scheme.TCP ? ", protocol: tcp" : "";
        }
        return methods.stream()
                .map(method -> "{allow: {method: " + method + ", path: " + quoted(path) + "}}")
                .collect(Collectors.joining(", ", ", protocol: rest, rules: [", "]"));
    }

    @Override
    public @Nullable String opens() {
        String hosts = host.startsWith("*.") ? "every name below " + host.substring(2) : null;
        String paths = path == null
                ? "the whole host"
                : path.endsWith("/*") ? "every name directly below " + path.substring(0, path.length() - 1) : null;
        String opens = Stream.of(hosts, paths).flatMap(Stream::ofNullable).collect(Collectors.joining(", "));
        return opens.isEmpty() ? null : opens;
    }

    /** JSON's quoting is YAML's double-quoted style too. */
    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + "\"";
    }
}
