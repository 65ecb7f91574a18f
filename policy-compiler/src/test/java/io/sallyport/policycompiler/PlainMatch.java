package io.sallyport.policycompiler;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Grant;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Decides whether a grant covers a request in the simplest way; the oracle for the index. */
final class PlainMatch {
    private PlainMatch() {}

    static boolean covers(Grant.Net grant, CanonicalRequest request) {
        boolean reached = grant.kinds().contains(request.kind())
                && (grant.schemes().contains(request.scheme()) || opensTunnel(grant, request))
                && (grant.ports().isEmpty() || grant.ports().contains(request.port()))
                && covers(grant.host(), request.host());
        CanonicalPath path = request.path();
        return reached
                && (path == null
                        || (covers(grant.path(), path)
                                && (grant.methods().isEmpty() || grant.methods().contains(request.method()))
                                && coversQuery(grant, request)
                                && isPlaced(grant.conditions(), request, path)));
    }

    private static boolean isPlaced(Conditions conditions, CanonicalRequest request, CanonicalPath path) {
        return (conditions.within().isEmpty()
                        || conditions.within().stream().anyMatch(area -> liesIn(area, request, path)))
                && conditions.outside().stream().noneMatch(area -> liesIn(area, request, path));
    }

    private static boolean liesIn(RequestArea area, CanonicalRequest request, CanonicalPath path) {
        return area.ports().contains(request.port())
                && covers(area.host(), request.host())
                && area.paths().stream().allMatch(re2 -> Pattern.matches(re2, path.text()));
    }

    /** Whether the grant covers a tunnel only for the WebSockets inside. */
    static boolean opensTunnel(Grant.Net grant, CanonicalRequest request) {
        return request.kind() == RequestKind.CONNECT
                && request.scheme() == Scheme.HTTPS
                && !grant.schemes().contains(Scheme.HTTPS)
                && grant.schemes().stream().anyMatch(Scheme::isWebSocket);
    }

    static boolean covers(HostPattern pattern, CanonicalHost host) {
        return switch (pattern) {
            case HostPattern.Any _ -> true;
            case HostPattern.Exact(var name) -> host.text().equals(name);
            case HostPattern.Under(var suffix) ->
                !host.isAddress() && host.text().endsWith("." + suffix);
            case HostPattern.OneUnder(var suffix) ->
                !host.isAddress() && host.text().matches("[^.]+\\." + Pattern.quote(suffix));
            case HostPattern.Labels labels -> !host.isAddress() && covers(labels, host.text());
        };
    }

    private static boolean covers(HostPattern.Labels pattern, String host) {
        List<String> labels = Arrays.asList(host.split("\\.", -1));
        int more = labels.size() - pattern.labels().size();
        if (pattern.manyFirst() ? more < 1 : more != 0) {
            return false;
        }
        for (int i = 0; i < pattern.labels().size(); i++) {
            if (!coversLabel(pattern.labels().get(i), labels.get(i + more))) {
                return false;
            }
        }
        return true;
    }

    private static boolean coversLabel(String pattern, String label) {
        if (pattern.equals("*")) {
            return !label.isEmpty();
        }
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            int end = c == '[' ? pattern.indexOf(']', i) : i;
            expression.append(
                    switch (c) {
                        case '*' -> ".*";
                        case '?' -> ".";
                        case '[' -> pattern.substring(i, end + 1);
                        default -> Pattern.quote(String.valueOf(c));
                    });
            i = end;
        }
        return label.matches(expression.toString());
    }

    static boolean covers(PathPattern pattern, CanonicalPath path) {
        return switch (pattern.rest()) {
            case PathPattern.Rest.Nothing _ -> path.text().equals(pattern.prefix());
            case PathPattern.Rest.Anything _ ->
                pattern.literals().isEmpty()
                        || path.text().equals(pattern.prefix())
                        || path.text().startsWith(pattern.prefix() + "/");
            case PathPattern.Rest.Matching _ ->
                pattern.expressions().stream().allMatch(re2 -> Pattern.matches(re2, path.text()));
        };
    }

    private static boolean coversQuery(Grant.Net grant, CanonicalRequest request) {
        Map<String, List<String>> wanted = grant.query();
        Map<String, List<String>> asked = request.query().parameters();
        if (wanted == null) {
            return true;
        }
        return asked != null && sorted(asked).equals(sorted(wanted));
    }

    private static Map<String, List<String>> sorted(Map<String, List<String>> parameters) {
        Map<String, List<String>> sorted = new TreeMap<>();
        parameters.forEach(
                (name, values) -> sorted.put(name, values.stream().sorted().toList()));
        return sorted;
    }
}
