package io.sallyport.cli.run;

import io.sallyport.audit.RequestPart;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Computes the values of {@code --allow} that would permit a request, the narrowest first: its path, its directory, its
 * host.
 */
final class AllowFlags {
    private AllowFlags() {}

    /** Returns two lines for people, quoted for a shell; empty if no flag can express the request. */
    static String lines(RequestPart request) {
        List<String> values = of(request);
        if (values.isEmpty()) {
            return "";
        }
        String wider =
                values.stream().skip(1).map(value -> "--allow " + quoted(value)).collect(Collectors.joining(" or "));
        return "\n  admit it with: --allow " + quoted(values.getFirst()) + "\n  or, wider: " + wider;
    }

    /** Returns two or three values; the last is the whole host, with both schemes, unless a WebSocket was asked for. */
    static List<String> of(RequestPart request) {
        @Nullable String word = request.scheme();
        @Nullable String host = request.host();
        Scheme scheme = word == null ? null : Scheme.of(word);
        if (host == null || scheme == null || !isGrantedByUrl(scheme)) {
            return List.of();
        }
        String authority = authority(host, request.port(), scheme);
        String origin = scheme.urlWord() + "://" + authority;
        @Nullable String path = request.path();
        Set<String> values = new LinkedHashSet<>();
        if (path == null) {
            values.add(origin + "/**");
        } else {
            values.add(origin + path);
            values.add(origin + path.substring(0, path.lastIndexOf('/') + 1) + "**");
        }
        if (!scheme.isWebSocket()) {
            values.add(authority);
        }
        return new ArrayList<>(values);
    }

    private static boolean isGrantedByUrl(Scheme scheme) {
        return switch (scheme) {
            case HTTP, HTTPS, WS, WSS -> true;
            case S3, TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES, API -> false;
        };
    }

    private static String authority(String host, int port, Scheme scheme) {
        String name = CanonicalHost.authority(host);
        return scheme.defaultPort() == port ? name : name + ":" + port;
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
