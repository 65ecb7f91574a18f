package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.HostOverlap;
import io.sallyport.leasebridge.network.PolicyEndpoint.Traits;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds overlapping endpoints that contradict each other about one connection (specs: network policy, section 10), and
 * those of which one gives way to the other (sections 5 and 8). Compares only endpoints whose hosts share a literal
 * suffix and whose ports overlap, so most pairs are skipped. Confined to one reading.
 */
final class EndpointConflicts {
    /** Limit of compared pairs; a document that needs more is refused. */
    static final int MAX_PAIRS = 200_000;

    /** Limit of the endpoints that one gives way to; each is asked for each request that it covers. */
    static final int MAX_AREAS = 64;

    private final List<PolicyEndpoint> endpoints;
    private final Map<Integer, List<RequestArea>> outside = new HashMap<>();
    private final Map<String, Map<Traits, List<Numbered>>> byEnd = new HashMap<>();
    private int pairs;

    private EndpointConflicts(List<PolicyEndpoint> endpoints) {
        this.endpoints = endpoints;
    }

    private record Numbered(int number, PolicyEndpoint endpoint) {}

    /** Reports each conflict at the later of the two endpoints; returns them outside of what others decide. */
    static List<PolicyEndpoint> settle(List<PolicyEndpoint> endpoints) {
        EndpointConflicts conflicts = new EndpointConflicts(endpoints);
        for (int i = 0; i < endpoints.size(); i++) {
            conflicts.place(new Numbered(i, endpoints.get(i)));
        }
        for (int i = 0; i < endpoints.size(); i++) {
            conflicts.meet(new Numbered(i, endpoints.get(i)));
        }
        return conflicts.settled();
    }

    private List<PolicyEndpoint> settled() {
        List<PolicyEndpoint> settled = new ArrayList<>(endpoints);
        outside.forEach((number, areas) -> settled.set(
                number, settled.get(number).outside(areas.stream().distinct().toList())));
        return settled;
    }

    private void place(Numbered one) {
        byEnd.computeIfAbsent(literalEnd(one.endpoint.host()), _ -> new HashMap<>())
                .computeIfAbsent(one.endpoint.traits(), _ -> new ArrayList<>())
                .add(one);
    }

    /** If two hosts overlap, the literal suffix of one ends with that of the other. */
    private void meet(Numbered one) {
        Traits own = one.endpoint.traits();
        String end = literalEnd(one.endpoint.host());
        for (String suffix : suffixes(end)) {
            byEnd.getOrDefault(suffix, Map.of()).forEach((traits, others) -> {
                if (!traits.equals(own)) {
                    compare(one, others, suffix.equals(end));
                }
            });
        }
    }

    /** @param same whether both hosts have the same suffix, in which case each pair comes up twice */
    private void compare(Numbered one, List<Numbered> others, boolean same) {
        for (Numbered other : others) {
            if (pairs > MAX_PAIRS) {
                return;
            }
            if (!same || other.number < one.number) {
                compare(other.number < one.number ? other : one, other.number < one.number ? one : other);
            }
        }
    }

    private void compare(Numbered one, Numbered later) {
        PolicyEndpoint before = one.endpoint;
        PolicyEndpoint next = later.endpoint;
        if (++pairs > MAX_PAIRS) {
            String message = "too many endpoints with different settings whose hosts end alike";
            next.document().error(next.place(), DiagnosticCode.TOO_LARGE, message, null);
            return;
        }
        boolean ports = before.ports().stream().anyMatch(next.ports()::contains);
        if (ports && HostOverlap.of(before.host(), next.host())) {
            settle(one, later);
        }
    }

    private void settle(Numbered one, Numbered later) {
        PolicyEndpoint before = one.endpoint;
        PolicyEndpoint next = later.endpoint;
        boolean both = before.protocol().inspects() && next.protocol().inspects();
        boolean tcp = before.protocol().isTcp() || next.protocol().isTcp();
        boolean alike = !tcp && before.addresses().equals(next.addresses()) && before.skip() == next.skip();
        if (alike && both) {
            compareSettings(one, later);
        } else if (alike) {
            inspect(
                    before.protocol().inspects() ? later : one,
                    before.protocol().inspects() ? before : next);
        } else {
            String message = "overlaps " + before.rule() + " and differs in tcp, tls or allowed_ips";
            next.document().error(next.place(), DiagnosticCode.AMBIGUOUS, message, null);
        }
    }

    /** An endpoint without inspection adds nothing to hosts where another one inspects, whatever its path is. */
    private void inspect(Numbered opaque, PolicyEndpoint inspecting) {
        opaque.endpoint.warnInspected(inspecting, inspecting.shown());
        giveWay(opaque, new RequestArea(inspecting.host(), Set.copyOf(inspecting.ports()), List.of()));
    }

    private void giveWay(Numbered one, RequestArea area) {
        List<RequestArea> areas = outside.computeIfAbsent(one.number, _ -> new ArrayList<>());
        areas.add(area);
        if (areas.size() == MAX_AREAS + 1) {
            String message = "more than " + MAX_AREAS + " other endpoints decide for a part of this one";
            one.endpoint.document().error(one.endpoint.place(), DiagnosticCode.TOO_LARGE, message, null);
        }
    }

    /** Both inspect, in different ways. The more specific path decides; what is allowed adds up over all paths. */
    private void compareSettings(Numbered one, Numbered later) {
        PolicyEndpoint before = one.endpoint;
        PolicyEndpoint next = later.endpoint;
        if (before.rules().path().isApartFrom(next.rules().path())) {
            return;
        }
        int difference =
                before.rules().path().specificity() - next.rules().path().specificity();
        Numbered wider = difference > 0 ? later : one;
        PolicyEndpoint narrower = difference > 0 ? before : next;
        if (difference == 0) {
            String message =
                    "overlaps " + before.rule() + " and differs in protocol, enforcement or settings of bodies";
            next.document().error(next.place(), DiagnosticCode.AMBIGUOUS, message, null);
        } else if (wider.endpoint.rules().settings().audited()
                && !narrower.rules().settings().audited()) {
            giveWay(wider, narrower.area());
        }
    }

    /** Returns the labels after the last wildcard, as text; empty if there are none or every host is covered. */
    private static String literalEnd(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> "";
            case HostPattern.Exact(var host) -> host;
            case HostPattern.Under(var suffix) -> suffix;
            case HostPattern.OneUnder(var suffix) -> suffix;
            case HostPattern.Labels labels -> labels.literalEnd();
        };
    }

    private static List<String> suffixes(String end) {
        List<String> suffixes = new ArrayList<>();
        for (int from = 0; !end.isEmpty() && from >= 0; ) {
            suffixes.add(end.substring(from));
            int dot = end.indexOf('.', from);
            from = dot < 0 ? -1 : dot + 1;
        }
        suffixes.add("");
        return suffixes;
    }
}
