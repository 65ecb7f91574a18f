package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.ParameterCondition;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.reach.RequestBox.Asker;
import io.sallyport.regoengine.builtin.pattern.automaton.Language;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a short request out of a box, which is then asked of the compiled policy. */
public final class SampleRequest {
    /** The limit of texts that are tried for a host or a path; beyond it there may be a request all the same. */
    private static final int MAX_TRIED = 100;

    private static final List<Scheme> SCHEMES = List.of(
            Scheme.HTTPS,
            Scheme.HTTP,
            Scheme.WSS,
            Scheme.WS,
            Scheme.API,
            Scheme.TCP,
            Scheme.TCP_TLS,
            Scheme.TCP_SSH,
            Scheme.TCP_POSTGRES);
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE");
    private static final List<Integer> PORTS = List.of(443, 80, 8443, 8080);

    private SampleRequest() {}

    /** Returns a request of the box, or null if none was found: what the box asks of a body is not made up. */
    public static @Nullable CanonicalRequest of(RequestBox box, StateBudget budget) {
        Scheme scheme =
                SCHEMES.stream().filter(box.schemes()::contains).findFirst().orElse(null);
        CanonicalHost host = host(box.hosts(), budget);
        CanonicalPath path = path(box.paths(), budget);
        String query = query(box, budget);
        if (scheme == null || host == null || path == null || query == null) {
            return null;
        }
        int port = port(scheme, box.ports());
        return scheme.isTcp()
                ? CanonicalRequest.connect(scheme, host, port)
                : CanonicalRequest.http(
                        scheme == Scheme.API ? Scheme.HTTP : scheme,
                        host,
                        port,
                        method(box.methods()),
                        path,
                        query.isEmpty() ? CanonicalQuery.NONE : CanonicalQuery.parse(query));
    }

    /** Returns {@link #of}, and the same request with other usual methods of the box. */
    static List<CanonicalRequest> variants(RequestBox box, StateBudget budget) {
        CanonicalRequest sample = of(box, budget);
        if (sample == null || sample.scheme().isTcp()) {
            return sample == null ? List.of() : List.of(sample);
        }
        return Stream.concat(
                        Stream.of(sample),
                        METHODS.stream().filter(box.methods()::contains).map(sample::withMethod))
                .distinct()
                .toList();
    }

    /** Returns the tunnel in which a request of the box passes unseen, or null if none was found. */
    public static @Nullable CanonicalRequest tunnel(Scheme scheme, RequestBox box, StateBudget budget) {
        CanonicalHost host = host(box.hosts(), budget);
        return host == null ? null : CanonicalRequest.connect(scheme, host, port(Scheme.HTTPS, box.ports()));
    }

    private static @Nullable CanonicalHost host(Language hosts, StateBudget budget) {
        Language examples = hosts.and(CanonicalLanguages.EXAMPLES, budget);
        return shortest(
                examples.isEmpty() ? hosts : examples,
                budget,
                text -> CanonicalHost.parse(CanonicalHost.authority(text)),
                CanonicalHost::text);
    }

    private static @Nullable CanonicalPath path(Language paths, StateBudget budget) {
        return shortest(paths, budget, CanonicalPath::parse, CanonicalPath::text);
    }

    /** Returns the value of the shortest text that is its own canonical form. */
    private static <T> @Nullable T shortest(
            Language texts, StateBudget budget, Function<String, Parsed<T>> parse, Function<T, String> canonical) {
        Language left = texts;
        for (int i = 0; i < MAX_TRIED; i++) {
            String text = left.shortest();
            if (text == null) {
                return null;
            }
            if (parse.apply(text) instanceof Parsed.Accepted<T>(T value)
                    && canonical.apply(value).equals(text)) {
                return value;
            }
            left = left.without(Language.of(text), budget);
        }
        return null;
    }

    private static int port(Scheme scheme, ValueSet<Integer> ports) {
        if (ports.contains(scheme.defaultPort()) && scheme.defaultPort() > 0) {
            return scheme.defaultPort();
        }
        if (!ports.isExcept()) {
            return ports.listed().stream().mapToInt(Integer::intValue).min().orElseThrow();
        }
        int port = PORTS.stream().filter(ports::contains).findFirst().orElse(1);
        while (!ports.contains(port)) {
            port++;
        }
        return port;
    }

    private static String method(ValueSet<String> methods) {
        return METHODS.stream()
                .filter(methods::contains)
                .findFirst()
                .or(() -> methods.isExcept()
                        ? Optional.of("X".repeat(1 + longest(methods.listed())))
                        : methods.listed().stream().sorted().findFirst())
                .orElseThrow();
    }

    private static int longest(Set<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /** Returns a query that fulfils what the box requires, empty if that is nothing; null if it must be a body. */
    private static @Nullable String query(RequestBox box, StateBudget budget) {
        List<String> parameters = new ArrayList<>();
        for (Asker asker : Asker.values()) {
            ValueSet<Requirement> required = box.asked(asker);
            if (!required.contains(Requirement.NONE) && !addOne(required, parameters, budget)) {
                return null;
            }
        }
        return String.join("&", parameters);
    }

    /** Adds the parameters of one requirement that a query alone fulfils; false if there is none. */
    private static boolean addOne(ValueSet<Requirement> required, List<String> parameters, StateBudget budget) {
        return required.listed().stream()
                .filter(one -> one.unread().isEmpty() && one.conditions().call() instanceof CallPattern.Any)
                .findFirst()
                .map(one -> parameters.addAll(parameters(one, budget)) || one.query() != null)
                .orElse(false);
    }

    private static List<String> parameters(Requirement required, StateBudget budget) {
        List<String> parameters = new ArrayList<>();
        Map<String, List<String>> query = required.query() == null ? Map.of() : required.query();
        query.forEach((name, values) -> values.forEach(value -> parameters.add(parameter(name, value))));
        for (ParameterCondition condition : required.conditions().parameters()) {
            Language values = Language.ofExpression(condition.re2(), budget);
            String value = values == null ? null : values.shortest();
            parameters.add(parameter(condition.name(), value == null ? "" : value));
        }
        return parameters;
    }

    private static String parameter(String name, String value) {
        return encoded(name) + "=" + encoded(value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
