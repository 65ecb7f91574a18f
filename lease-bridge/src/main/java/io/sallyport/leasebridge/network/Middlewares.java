package io.sallyport.leasebridge.network;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.leasebridge.HostOverlap;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The middlewares of one document (specs: network policy, section 11). The gateway runs none of them: a middleware that
 * fails closed fails, so no document read with this one grants what it covers; one that fails open is passed by.
 * Confined to one reading.
 */
final class Middlewares {
    static final Shape SHAPE = object(Map.of(
            "name",
            text(),
            "!middleware",
            text(word -> !word.isEmpty(), "a name"),
            "order",
            number(_ -> true, "a number"),
            "config",
            (_, _, _) -> {},
            "on_error",
            words("", "fail_closed", "fail_open"),
            "!endpoints",
            object(Map.of("include", list(text()), "exclude", list(text())))));

    private static final int MAX_MIDDLEWARES = 10;
    private static final int MAX_PATTERNS = 32;

    private final Findings findings;
    private final Leniency leniency;
    private final List<Closed> closed = new ArrayList<>();

    /** One that fails closed. */
    private record Closed(String name, List<HostPattern> include, List<HostPattern> exclude) {
        boolean covers(HostPattern host) {
            return include.stream().anyMatch(pattern -> HostOverlap.of(pattern, host)) && !exclude.contains(host);
        }
    }

    Middlewares(Findings findings, Leniency leniency) {
        this.findings = findings;
        this.leniency = leniency;
    }

    void read(Map<String, Member> document) {
        Map<String, Member> all = Fields.members(document, "network_middlewares");
        Set<Integer> orders = new HashSet<>();
        int[] patterns = {0};
        all.forEach((key, member) -> {
            Map<String, Member> said = Fields.members(member.value());
            Scalar order = Fields.scalar(said, "order");
            Integer number = order == null ? Integer.valueOf(0) : order.number();
            if (number != null && !orders.add(number)) {
                error(member.keyPlace(), DiagnosticCode.CONTRADICTION, "order: two middlewares have one place");
            }
            read(key, member.keyPlace(), said);
            Map<String, Member> endpoints = Fields.members(said, "endpoints");
            patterns[0] += Fields.texts(endpoints, "include").size()
                    + Fields.texts(endpoints, "exclude").size();
            if (patterns[0] > MAX_PATTERNS) {
                error(member.keyPlace(), DiagnosticCode.TOO_MANY, "more than " + MAX_PATTERNS + " patterns of hosts");
            }
        });
        if (all.size() > MAX_MIDDLEWARES) {
            Place place = all.values().iterator().next().keyPlace();
            error(place, DiagnosticCode.TOO_MANY, "more than " + MAX_MIDDLEWARES + " middlewares");
        }
    }

    private void read(String name, Place place, Map<String, Member> said) {
        Map<String, Member> endpoints = Fields.members(said, "endpoints");
        List<Scalar> include = Fields.texts(endpoints, "include");
        if (include.isEmpty()) {
            error(place, DiagnosticCode.MISSING_KEY, "endpoints.include: at least one host is wanted");
        }
        List<HostPattern> covered = hosts(include);
        List<HostPattern> others = hosts(Fields.texts(endpoints, "exclude"));
        Scalar onError = Fields.scalar(said, "on_error");
        boolean open = onError != null && onError.text().equals("fail_open");
        String effect = open ? "is passed by" : "fails, and what it covers is not granted";
        String message = "the gateway runs no middleware: " + Findings.quote(name) + " " + effect;
        findings.warning(place, DiagnosticCode.NO_EFFECT, message, null);
        if (!open) {
            closed.add(new Closed(name, covered, others));
        }
    }

    private List<HostPattern> hosts(List<Scalar> written) {
        List<HostPattern> hosts = new ArrayList<>();
        for (Scalar host : written) {
            if (host.text().equals("*") || host.text().equals("**")) {
                hosts.add(new HostPattern.Any());
                continue;
            }
            int brace = host.text().indexOf('{');
            if (brace >= 0) {
                error(host.at(brace), DiagnosticCode.BAD_HOST, "middlewares name each host: braces are not read here");
                continue;
            }
            switch (PolicyHosts.read(host.text(), leniency.dialect())) {
                case PolicyHosts.Accepted(var patterns, var _) -> hosts.addAll(patterns);
                case PolicyHosts.Never _ -> {}
                case PolicyHosts.Rejected(var why, int at) ->
                    error(host.at(at), DiagnosticCode.BAD_HOST, Findings.quote(host.text()) + ": " + why);
                case PolicyHosts.Broad _ ->
                    findings.error(
                            host.place(),
                            DiagnosticCode.BAD_HOST,
                            PolicyHosts.Broad.why(host.text()),
                            PolicyHosts.NO_ACKNOWLEDGEMENT);
            }
        }
        return hosts;
    }

    /** Returns the name of one that fails closed and covers a host, or null. */
    @Nullable
    String closedFor(HostPattern host) {
        return closed.stream()
                .filter(one -> one.covers(host))
                .map(Closed::name)
                .findFirst()
                .orElse(null);
    }

    private void error(Place place, DiagnosticCode code, String message) {
        findings.error(place, code, message, null);
    }
}
