package io.sallyport.leasebridge.accesslist;

import io.sallyport.leasebridge.regotests.TestedRequest;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Requests that tests of an imported reach ask about: those that it admits, and those beside them. */
final class ReachSamples {
    private static final String BELOW = "**.";

    private ReachSamples() {}

    /** Returns requests that a reach admits: with the first of its methods and paths, at each of its ports. */
    static List<TestedRequest> of(ReachedHost reach, GrantForm form) {
        List<TestedRequest> samples = new ArrayList<>();
        for (int port : reach.ports()) {
            for (String scheme : form.schemes(reach, port)) {
                samples.add(new TestedRequest(method(reach), scheme, host(reach.host()), port, path(reach)));
            }
        }
        return samples;
    }

    /** Returns requests that differ in one point: a label, the apex, another port, method or path. */
    static List<TestedRequest> beside(ReachedHost reach, GrantForm form) {
        List<TestedRequest> all = of(reach, form);
        if (all.isEmpty()) {
            return all;
        }
        TestedRequest one = all.getFirst();
        List<TestedRequest> beside = new ArrayList<>();
        if (!isAddress(one.host())) {
            String name = reach.host().startsWith(BELOW) ? reach.host().substring(BELOW.length()) : one.host();
            String longer = reach.host().startsWith(BELOW) ? name : "x." + name;
            Stream.of(longer, "x" + name, name + ".x")
                    .forEach(host ->
                            beside.add(new TestedRequest(one.method(), one.scheme(), host, one.port(), one.path())));
        }
        int port = Stream.iterate(one.port() + 1, next -> next + 1)
                .filter(next -> !reach.ports().contains(next))
                .findFirst()
                .orElseThrow();
        beside.add(
                new TestedRequest(one.method(), one.scheme(), one.host(), port % 65_536 + port / 65_536, one.path()));
        Stream.of("DELETE", "POST", "GET", "HEAD", "PATCH")
                .filter(method -> !reach.access().methods().has(method))
                .forEach(method ->
                        beside.add(new TestedRequest(method, one.scheme(), one.host(), one.port(), one.path())));
        if (!reach.paths().isEmpty()) {
            beside.add(new TestedRequest(one.method(), one.scheme(), one.host(), one.port(), one.path() + "-x"));
            beside.add(new TestedRequest(one.method(), one.scheme(), one.host(), one.port(), "/"));
        }
        return beside;
    }

    private static String method(ReachedHost reach) {
        return reach.access().methods().isEmpty()
                ? "GET"
                : reach.access().methods().each().getFirst();
    }

    private static String path(ReachedHost reach) {
        if (reach.paths().isEmpty() || reach.paths().contains(BELOW.substring(0, 2))) {
            return "/";
        }
        return reach.paths().getFirst().replace("**", "x").replace('*', 'x').replace('?', 'x');
    }

    /** Returns a host that a pattern covers. */
    static String host(String pattern) {
        return pattern.startsWith(BELOW) ? "b.a." + pattern.substring(BELOW.length()) : pattern.replace('*', 'x');
    }

    /** Returns whether a pattern of a reach covers a host. */
    static boolean covers(String pattern, String host) {
        if (pattern.startsWith(BELOW)) {
            return host.endsWith(pattern.substring(2)) && !isAddress(host);
        }
        return pattern.indexOf('*') < 0
                ? pattern.equals(host)
                : host.matches(Pattern.quote(pattern).replace("*", "\\E[^.]*\\Q"));
    }

    private static boolean isAddress(String host) {
        return IpAddress.parse(host) instanceof Parsed.Accepted;
    }
}
