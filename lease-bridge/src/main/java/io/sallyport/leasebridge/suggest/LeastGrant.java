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
 * A grant for some requests, not yet written as a line of a lease or a network policy. Immutable.
 *
 * @param host the host as in a URL, with {@code *.} before it if several names were folded
 * @param path the path, with {@code *} as its last segment if several were folded; null for a tunnel whose content is
 *     unknown
 * @param methods methods of the requests, for documents that can express them; empty if {@code path} is null
 * @param requests the requests that it grants
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

    /** Returns the grant for that request alone. */
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
        return scheme.isTcp() ? null : quoted(scheme.urlWord() + "://" + authority + (path == null ? "/**" : path));
    }

    /** Returns an endpoint as a YAML flow mapping. */
    @Override
    public String ofPolicy() {
        return "{host: " + quoted(host) + ", port: " + port + rules() + "}";
    }

    private String rules() {
        if (path == null) {
            return scheme.isTcp() ? ", protocol: " + scheme.word() : "";
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

    /** Quotes text. JSON strings are also valid in YAML's double-quoted style. */
    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + "\"";
    }
}
