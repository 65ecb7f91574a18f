package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Validates one endpoint whose fields have the right types (specs: network policy, section 2). Confined to one reading.
 */
final class EndpointReader {
    /** Limit of ports in one endpoint. */
    static final int MAX_PORTS = 64;

    /** Limit of address blocks in one endpoint. */
    static final int MAX_ADDRESSES = 64;

    /** A shorter prefix covers more addresses than most authors intend. */
    private static final int BROAD_PREFIX = 16;

    /** Fields about requests. An endpoint without any of them, and without a protocol, is just a host and a port. */
    private static final Set<String> OF_REQUESTS = Set.of("access", "rules", "deny_rules", "path", "enforcement");

    /** Ports that control clusters and nodes. */
    static final Set<Integer> CONTROL_PORTS = Set.of(2379, 2380, 6443, 10250, 10255);

    /**
     * Loopback, link-local and unspecified addresses, which no list opens. The dialer checks addresses again; this
     * check tells the author early.
     */
    private static final List<Cidr> NEVER_DIALLED = Stream.of(
                    "127.0.0.0/8", "169.254.0.0/16", "0.0.0.0/8", "::/128", "::1/128", "fe80::/10")
            .map(Cidr::of)
            .toList();

    private final String rule;
    private final EndpointFields in;
    private final Place place;
    private final Map<String, Member> fields;
    private final Findings findings;
    private final Findings document;
    private final EndpointSource source;
    private boolean grantsNothing;

    /**
     * @param rule the endpoint's name
     * @param document receives findings that later checks make
     */
    EndpointReader(String rule, EndpointFields in, EndpointSource source, Findings document) {
        this.rule = rule;
        this.in = in;
        this.place = in.place();
        this.source = source;
        this.document = document;
        this.fields = in.members();
        this.findings = in.findings();
    }

    /** Returns an endpoint for each alternative of the host; none if there are errors. */
    List<PolicyEndpoint> read() {
        Protocol protocol = protocol();
        List<String> addresses = addresses();
        PolicyHosts.Accepted host = host(protocol, addresses);
        Set<Integer> ports = ports();
        checkTls(protocol);
        IneffectiveFields.check(in);
        RequestRules rules = new EndpointRules(rule, in).read(protocol);
        if (findings.hasErrors() || host == null) {
            return List.of();
        }
        CanonicalHost literal = host.literal();
        List<String> within = addresses.isEmpty() && literal != null && literal.isAddress() ? only(literal) : addresses;
        if (literal != null || !addresses.isEmpty()) {
            dropControlPorts(ports);
        }
        boolean privateToo = literal != null && within.isEmpty() && mayBePrivate();
        return host.patterns().stream()
                .map(pattern -> endpoint(protocol, pattern, ports, rules, within, privateToo))
                .toList();
    }

    private PolicyEndpoint endpoint(
            Protocol protocol,
            HostPattern host,
            Set<Integer> ports,
            RequestRules rules,
            List<String> within,
            boolean privateToo) {
        return new PolicyEndpoint(
                document,
                rule,
                place,
                protocol,
                host,
                host instanceof HostPattern.Any ? "*" : in.text("host"),
                grantsNothing ? List.of() : List.copyOf(ports),
                in.text("tls").equals("skip"),
                rules,
                within,
                privateToo,
                List.of(),
                List.of(),
                List.of());
    }

    /** Returns whether a host that is written literally may be dialled at private addresses too. */
    private boolean mayBePrivate() {
        return in.passes(
                PolicySwitch.LITERAL_PRIVATE, place, "the host may resolve to private addresses, which are dialled");
    }

    private Protocol protocol() {
        String word = in.text("protocol");
        Protocol known = Protocol.of(word.toLowerCase(Locale.ROOT));
        if (!word.isEmpty() && Protocol.of(word) != known) {
            warnOfCase(known);
            return known;
        }
        Protocol written = Protocol.of(word);
        boolean saysNone = written == Protocol.L4;
        return saysNone && fields.keySet().stream().anyMatch(OF_REQUESTS::contains) ? source.usual() : written;
    }

    /** Of the protocols in another case, upstream has rules for two; what the others name matches nothing. */
    private void warnOfCase(Protocol known) {
        boolean works = known == Protocol.REST || known == Protocol.WEBSOCKET;
        in.passes(
                PolicySwitch.LENIENT_WORDS,
                place,
                "protocol: it is written " + known.word() + (works ? "" : ": the endpoint denies every request"));
        if (!works) {
            in.leniency().fail();
        }
    }

    private static List<String> only(CanonicalHost literal) {
        return List.of(literal.text() + (literal.text().indexOf(':') >= 0 ? "/128" : "/32"));
    }

    private PolicyHosts.@Nullable Accepted host(Protocol protocol, List<String> addresses) {
        Scalar written = Fields.scalar(fields, "host");
        if (written == null || written.text().isEmpty()) {
            boolean named = protocol.isTcp() || protocol == Protocol.MCP;
            if (addresses.isEmpty() || named) {
                String help = named ? null : "without a host, allowed_ips say where it may lead";
                findings.error(place, DiagnosticCode.MISSING_KEY, "endpoint: host is missing", help);
            }
            return new PolicyHosts.Accepted(List.of(new HostPattern.Any()), null);
        }
        return switch (PolicyHosts.read(written.text(), in.leniency().dialect())) {
            case PolicyHosts.Never(var why, int at) -> {
                String message = Findings.quote(written.text()) + ": " + why + ": no host matches it";
                in.passes(PolicySwitch.INERT_DENY, written.at(at), message);
                yield null;
            }
            case PolicyHosts.Rejected(var why, int at) -> {
                findings.error(
                        written.at(at), DiagnosticCode.BAD_HOST, Findings.quote(written.text()) + ": " + why, null);
                yield null;
            }
            case PolicyHosts.Broad(var patterns) -> broad(written, patterns);
            case PolicyHosts.Accepted host -> {
                CanonicalHost literal = host.literal();
                boolean address = literal != null && literal.isAddress();
                if (protocol.isTcp() && (address || written.text().endsWith("."))) {
                    in.error(
                            written,
                            DiagnosticCode.BAD_HOST,
                            "tcp: a name without trailing dot is wanted, not an address");
                }
                yield host;
            }
        };
    }

    /**
     * A profile is written for many sandboxes, and still of use without an endpoint that is too broad for this one. One
     * that denies, or whose path decides about others, is not left out: something else would be let through.
     */
    private PolicyHosts.@Nullable Accepted broad(Scalar written, List<HostPattern> patterns) {
        String message = PolicyHosts.Broad.why(written.text());
        boolean alone =
                in.text("path").isEmpty() && Fields.items(fields, "deny_rules").isEmpty();
        if (source == EndpointSource.PROFILE && alone) {
            findings.warning(
                    written.place(),
                    DiagnosticCode.OVER_PUBLIC_SUFFIX,
                    message + ": this endpoint grants nothing",
                    "name the exact hosts in a network policy");
            grantsNothing = true;
            return new PolicyHosts.Accepted(patterns, null);
        }
        findings.error(written.place(), DiagnosticCode.BAD_HOST, message, PolicyHosts.NO_ACKNOWLEDGEMENT);
        return null;
    }

    private Set<Integer> ports() {
        Set<Integer> ports = new TreeSet<>();
        Scalar one = Fields.scalar(fields, "port");
        List<Scalar> many = Fields.texts(fields, "ports");
        boolean both = one != null && !many.isEmpty();
        if (one != null && both && !in.passes(PolicySwitch.PORT_AND_PORTS, place, "port is ignored, ports counts")) {
            in.error(one, DiagnosticCode.BAD_VALUE, "port beside ports: write one of them");
        }
        if (one == null && many.isEmpty()) {
            findings.error(place, DiagnosticCode.MISSING_KEY, "endpoint: port or ports is missing", null);
        }
        if (many.size() > MAX_PORTS) {
            in.error(many.get(MAX_PORTS), DiagnosticCode.TOO_LARGE, "more than " + MAX_PORTS + " ports");
        }
        add(both ? null : one, ports);
        many.forEach(port -> add(port, ports));
        return ports;
    }

    private static void add(@Nullable Scalar port, Set<Integer> ports) {
        Integer number = port == null ? null : port.number();
        if (number != null) {
            ports.add(number);
        }
    }

    private void dropControlPorts(Set<Integer> ports) {
        for (int port : CONTROL_PORTS) {
            if (ports.remove(port)) {
                String message = "port " + port + " runs clusters: it is not granted";
                findings.warning(place, DiagnosticCode.PORT_REFUSED, message, null);
            }
        }
    }

    private List<String> addresses() {
        Set<String> blocks = new TreeSet<>();
        List<Scalar> entries = Fields.texts(fields, "allowed_ips");
        for (Scalar entry : entries) {
            switch (Cidr.parse(entry.text())) {
                case Parsed.Rejected(var why, int _) when badAddress(entry, why) -> blocks.add(entry.text());
                case Parsed.Rejected(var _, int _) -> {}
                case Parsed.Accepted(var block)
                when NEVER_DIALLED.stream().anyMatch(block::overlaps) -> {
                    if (badAddress(entry, "loopback, link-local and unspecified addresses are never dialled")) {
                        blocks.add(block.toString());
                    }
                }
                case Parsed.Accepted(var block) -> {
                    blocks.add(block.toString());
                    if (block.prefix() < BROAD_PREFIX) {
                        in.warn(entry, DiagnosticCode.BROAD_BLOCK, "allowed_ips: more than a /16");
                    }
                }
            }
        }
        if (entries.size() > MAX_ADDRESSES) {
            in.error(entries.get(MAX_ADDRESSES), DiagnosticCode.TOO_LARGE, "more than " + MAX_ADDRESSES + " blocks");
        }
        return List.copyOf(blocks);
    }

    /** Returns whether the entry stays, and opens nothing: the dialer never dials it. */
    private boolean badAddress(Scalar entry, String why) {
        boolean late = in.passes(PolicySwitch.LATE_CIDR, entry.place(), "allowed_ips: " + why + ": it opens nothing");
        if (!late) {
            in.error(entry, DiagnosticCode.BAD_ADDRESS, "allowed_ips: " + why);
        }
        return late;
    }

    private void checkTls(Protocol protocol) {
        Scalar tls = Fields.scalar(fields, "tls");
        if (tls == null) {
            return;
        }
        switch (tls.text()) {
            case "terminate", "passthrough" -> in.warn(tls, DiagnosticCode.DEPRECATED, "tls: the word has no effect");
            case "skip" -> {
                if (protocol.inspects()) {
                    in.warn(
                            tls,
                            DiagnosticCode.NOT_ENFORCED,
                            "tls: the tunnel is not opened, so the rules of this endpoint judge plain HTTP alone");
                }
            }
            case "" -> {}
            default -> in.passes(PolicySwitch.LENIENT_WORDS, tls.place(), "tls: an unknown word has no effect");
        }
    }
}
