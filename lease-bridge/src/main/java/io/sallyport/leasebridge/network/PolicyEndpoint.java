package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.RequestRules.Settings;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Provenance;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint of a network policy, validated by itself.
 *
 * @param document receives its findings
 * @param rule its name, such as {@code policy:github.endpoints[0]}
 * @param shown the host as written, {@code *} if there is none
 * @param ports the granted ports, sorted; empty if none is granted
 * @param skip whether TLS is never opened
 * @param rules what an inspected endpoint says of requests
 * @param addresses canonical blocks, sorted; empty if the endpoint does not restrict addresses
 * @param privateToo whether it is dialled at private addresses too, although it does not restrict addresses
 * @param credentials names of the credentials that its requests may have, sorted
 * @param outside where another endpoint decides: one that inspects, or that enforces inside of its paths
 * @param refused what it never grants: paths with an encoded slash, where an endpoint decides that is not for them
 */
record PolicyEndpoint(
        Findings document,
        String rule,
        Place place,
        Protocol protocol,
        HostPattern host,
        String shown,
        List<Integer> ports,
        boolean skip,
        RequestRules rules,
        List<String> addresses,
        boolean privateToo,
        List<String> credentials,
        List<RequestArea> outside,
        List<RequestArea> refused) {
    /** Every address that a list of addresses may open. */
    private static final List<String> EVERYWHERE = List.of("0.0.0.0/0", "::/0");

    private static final String SLASHED = "^.*" + CanonicalPath.ENCODED_SLASH + ".*$";

    private static final Set<RequestKind> HTTP = Set.of(RequestKind.HTTP);
    private static final Set<RequestKind> BOTH = Set.of(RequestKind.CONNECT, RequestKind.HTTP);
    private static final Set<Scheme> OF_WEB_SOCKETS = Set.of(Scheme.WS, Scheme.WSS);
    private static final Set<Scheme> WEB = Set.of(Scheme.HTTP, Scheme.HTTPS);

    /** The protocol of an endpoint. */
    enum Protocol {
        /** TLS or HTTP/1, not inspected. */
        L4("", null),
        /** HTTP, inspected request by request. */
        REST("rest", null),
        /** WebSockets, inspected message by message. */
        WEBSOCKET("websocket", null),
        /** GraphQL over HTTP, inspected operation by operation. */
        GRAPHQL("graphql", null),
        /** gRPC, inspected call by call. */
        GRPC("grpc", null),
        /** JSON-RPC 2.0 over HTTP, inspected call by call. */
        JSON_RPC("json-rpc", null),
        /** MCP over HTTP, inspected call by call. */
        MCP("mcp", null),
        /** Anything, not inspected; its rules only stand there. */
        SQL("sql", Scheme.TCP),
        /** Anything, not inspected. */
        TCP("tcp", Scheme.TCP),
        TCP_TLS("tcp+tls", Scheme.TCP_TLS),
        TCP_SSH("tcp+ssh", Scheme.TCP_SSH),
        TCP_POSTGRES("tcp+postgres", Scheme.TCP_POSTGRES);

        private final String word;
        private final @Nullable Scheme tunnel;

        Protocol(String word, @Nullable Scheme tunnel) {
            this.word = word;
            this.tunnel = tunnel;
        }

        /** Returns the protocol of a word that a document can have. */
        static Protocol of(String word) {
            return Stream.of(values())
                    .filter(protocol -> protocol.word.equals(word))
                    .findFirst()
                    .orElse(L4);
        }

        /** Returns the word that documents have. */
        String word() {
            return word;
        }

        /** Returns whether requests are judged one by one. */
        boolean inspects() {
            return this == REST || this == WEBSOCKET || this == GRAPHQL || this == GRPC || isOfCalls();
        }

        /** Returns whether calls of JSON-RPC are judged one by one. */
        boolean isOfCalls() {
            return this == JSON_RPC || this == MCP;
        }

        /** Returns whether it carries other bytes than those of the web. */
        boolean isTcp() {
            return tunnel != null;
        }

        private Set<Scheme> schemes() {
            if (this == WEBSOCKET) {
                return OF_WEB_SOCKETS;
            }
            return tunnel == null ? WEB : tunnel.covered();
        }
    }

    /**
     * One rule of the endpoint that allows or denies.
     *
     * @param rule its name
     * @param place where it is written
     * @param methods upper case; empty for any
     * @param path {@link PathPattern#ANY} for every path
     * @param conditions what it asks besides
     * @param shown for people
     */
    record Allow(String rule, Place place, Set<String> methods, PathPattern path, Conditions conditions, String shown) {
        static Allow all(String rule, Place place) {
            return new Allow(rule, place, Set.of(), PathPattern.ANY, Conditions.NONE, "");
        }

        /** Returns a copy for requests in none of those areas. */
        Allow outside(List<RequestArea> areas) {
            return new Allow(rule, place, methods, path, conditions.outside(areas), shown);
        }

        /** Returns a copy for requests in one of those areas. */
        Allow within(List<RequestArea> areas) {
            return new Allow(rule, place, methods, path, conditions.within(areas), shown);
        }

        /**
         * Returns a copy whose path is narrowed by its endpoint.
         *
         * @param endpoint the endpoint's path for people; empty if it has none
         */
        Allow of(PathPattern narrowed, String endpoint) {
            return endpoint.isEmpty()
                    ? this
                    : new Allow(rule, place, methods, narrowed, conditions, shown + " in " + endpoint);
        }
    }

    /** What must agree where two endpoints overlap (specs: network policy, section 10). */
    record Traits(Protocol protocol, boolean skip, List<String> addresses, Settings settings) {}

    Traits traits() {
        return new Traits(protocol.isTcp() ? Protocol.TCP : protocol, skip, addresses, rules.settings());
    }

    /** Translates this endpoint to the {@code servers} of the run that it refers to. */
    List<PolicyEndpoint> meant(LocalServers servers) {
        return servers.meant(host, ports).stream()
                .map(meant -> at(meant.host(), meant.ports().stream().sorted().toList()))
                .toList();
    }

    private PolicyEndpoint copy(
            HostPattern hosts,
            List<Integer> numbers,
            List<String> names,
            List<RequestArea> left,
            List<RequestArea> never) {
        return new PolicyEndpoint(
                document,
                rule,
                place,
                protocol,
                hosts,
                shown,
                numbers,
                skip,
                rules,
                addresses,
                privateToo,
                names,
                left,
                never);
    }

    /** Returns a copy with only those ports. */
    PolicyEndpoint on(List<Integer> some) {
        return at(host, some);
    }

    private PolicyEndpoint at(HostPattern other, List<Integer> some) {
        return copy(other, some, credentials, outside, refused);
    }

    /** Returns a copy that decides nothing in those areas. */
    PolicyEndpoint outside(List<RequestArea> areas) {
        return copy(host, ports, credentials, areas, refused);
    }

    /** Returns a copy that grants nothing of those areas. */
    PolicyEndpoint refusing(List<RequestArea> areas) {
        return copy(host, ports, credentials, outside, areas);
    }

    /** Returns the paths with an encoded slash of the requests that it applies to. */
    RequestArea slashed() {
        List<String> paths = new ArrayList<>(rules.path().areaPaths());
        paths.add(SLASHED);
        return new RequestArea(host, Set.copyOf(ports), paths);
    }

    /** Returns the requests that it judges. */
    EndpointRoute route() {
        return new EndpointRoute(
                area(), rules.path().specificity(), rules.settings().keepsSlashes());
    }

    /** Returns the area of the requests that it applies to. */
    RequestArea area() {
        return new RequestArea(host, Set.copyOf(ports), rules.path().areaPaths());
    }

    /** Returns a copy whose requests may have those credentials. */
    PolicyEndpoint with(List<String> names) {
        return copy(host, ports, names, outside, refused);
    }

    /** Returns whether the gateway sees its requests, or opens its tunnels to see them. */
    boolean canBeInspected() {
        return !skip && !protocol.isTcp();
    }

    /** Returns the number of pairs of port and rule, which is its size in the index. */
    int weight() {
        return Math.max(1, ports.size()) * Math.max(1, (int) rules.all().count());
    }

    List<Grant> grants() {
        List<Grant> grants = new ArrayList<>();
        if (ports.isEmpty()) {
            return grants;
        }
        switch (protocol) {
            case TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES ->
                grants.add(grant(Allow.all(rule, place), Set.of(RequestKind.CONNECT)));
            case SQL -> grants.add(grant(Allow.all(rule, place), Set.of(RequestKind.CONNECT), Mode.REPORT));
            case L4 -> grants.add(grant(Allow.all(rule, place).outside(left()), BOTH));
            case REST, WEBSOCKET, GRAPHQL, GRPC, JSON_RPC, MCP -> {
                if (skip) {
                    grants.add(opaque());
                } else if (rules.allows().isEmpty()) {
                    grants.add(grant(looking(Allow.all(rule, place)), Set.of(RequestKind.CONNECT)));
                }
                rules.allows().forEach(allow -> grants.add(request(allow.outside(refused))));
            }
        }
        return grants;
    }

    /** Returns where it grants nothing by itself. */
    private List<RequestArea> left() {
        return Stream.concat(outside.stream(), refused.stream()).toList();
    }

    /** Returns what passes and is recorded, if the endpoint is in audit mode, unless {@link #grants} cover it. */
    List<Grant> reported() {
        return ports.isEmpty()
                ? List.of()
                : rules.reported().stream()
                        .<Grant>map(allow -> grant(looking(allow).outside(left()), HTTP, schemes(), Mode.REPORT))
                        .toList();
    }

    /**
     * Returns what is denied among inspected requests; a tunnel to this endpoint is always inspected, because it has
     * rules.
     */
    List<Denial> denials() {
        return denials(rules.settings().audited() ? Mode.REPORT : Mode.ENFORCE, UnaryOperator.identity());
    }

    /** Returns what is denied, although this endpoint is in audit mode, where an endpoint decides that enforces. */
    List<Denial> enforcedDenials() {
        return outside.isEmpty() || !rules.settings().audited()
                ? List.of()
                : denials(Mode.ENFORCE, deny -> deny.within(outside));
    }

    private List<Denial> denials(Mode mode, UnaryOperator<Allow> placed) {
        return ports.isEmpty()
                ? List.of()
                : rules.denies().stream()
                        .map(deny -> new Denial(grant(placed.apply(looking(deny)), HTTP, mode)))
                        .toList();
    }

    /** Records where its grants are written, by rule name. */
    void locate(Map<String, Provenance> provenance) {
        provenance.put(rule, written(place));
        rules.all().forEach(allow -> provenance.put(allow.rule(), written(allow.place())));
    }

    private Provenance written(Place at) {
        return new Provenance(document.file(), at.line(), at.column(), null);
    }

    private static Allow looking(Allow allow) {
        boolean whole = allow.methods().isEmpty() && allow.path().coversAll();
        return whole
                ? new Allow(
                        allow.rule(), allow.place(), Set.of(), PathPattern.LOOKED_AT, allow.conditions(), allow.shown())
                : allow;
    }

    /** Returns a tunnel that is not opened. */
    private Grant.Net opaque() {
        return grant(Allow.all(rule, place), Set.of(RequestKind.CONNECT), WEB, Mode.ENFORCE);
    }

    /** Returns what a rule allows: nothing of a tunnel that is not opened. */
    private Grant.Net request(Allow allow) {
        return grant(looking(allow), skip ? HTTP : BOTH, schemes(), Mode.ENFORCE);
    }

    /** Returns the schemes of requests that the gateway sees. */
    private Set<Scheme> schemes() {
        Scheme plain = protocol == Protocol.WEBSOCKET ? Scheme.WS : Scheme.HTTP;
        return skip ? Set.of(plain) : protocol.schemes();
    }

    private Grant.Net grant(Allow allow, Set<RequestKind> kinds) {
        return grant(allow, kinds, protocol.schemes(), Mode.ENFORCE);
    }

    private Grant.Net grant(Allow allow, Set<RequestKind> kinds, Mode mode) {
        return grant(allow, kinds, protocol.schemes(), mode);
    }

    private Grant.Net grant(Allow allow, Set<RequestKind> kinds, Set<Scheme> schemes, Mode mode) {
        return new Grant.Net(
                Grant.Source.POLICY,
                allow.rule(),
                kinds,
                schemes,
                host,
                Set.copyOf(ports),
                allow.methods(),
                allow.path(),
                null,
                mode,
                text(allow),
                addresses.isEmpty() && privateToo ? EVERYWHERE : addresses,
                allow.conditions());
    }

    private String text(Allow allow) {
        String before = protocol == Protocol.L4 ? "" : protocol.word() + " ";
        String numbers = ports.stream()
                .map(String::valueOf)
                .reduce((one, other) -> one + "," + other)
                .orElse("");
        return before + shown + ":" + numbers + (allow.shown().isEmpty() ? "" : " " + allow.shown());
    }

    /** Warns that this endpoint grants nothing where {@code looking} inspects; {@code where} is shown. */
    void warnInspected(PolicyEndpoint looking, String where) {
        String message =
                looking.rule() + " looks into each request to " + where + ": this endpoint grants nothing there";
        document().warning(place(), DiagnosticCode.INSPECTED, message, null);
    }
}
