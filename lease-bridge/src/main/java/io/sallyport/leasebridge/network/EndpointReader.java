package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.Place;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.leasebridge.yaml.Fields;
import io.sallyport.leasebridge.yaml.YamlNode;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.HostPattern;
import io.sallyport.model.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Judges one endpoint whose fields have the right types (specs: network policy, section 2). Confined to one reading. */
final class EndpointReader {
    /** Ports of one endpoint. */
    static final int MAX_PORTS = 64;

    /** Blocks of one endpoint. */
    static final int MAX_ADDRESSES = 64;

    /** A shorter prefix opens more than most authors mean. */
    private static final int BROAD_PREFIX = 16;

    /** Where clusters and nodes are run from. */
    private static final Set<Integer> CONTROL_PORTS = Set.of(2379, 2380, 6443, 10250, 10255);

    private static final Pattern METHOD = Pattern.compile("[!#$%&'+.^_`|~0-9A-Za-z-]{1,32}");
    private static final Set<String> COMMON_METHODS =
            Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT");
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> WRITING = Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH");

    private final String rule;
    private final YamlNode endpoint;
    private final Map<String, YamlNode.Member> fields;
    private final Findings findings;
    private final Findings document;
    private final Protocol usual;

    /**
     * @param rule the endpoint's name
     * @param usual what it speaks where it does not say so
     * @param document where what is found later is noted
     */
    EndpointReader(String rule, YamlNode endpoint, Protocol usual, Findings findings, Findings document) {
        this.rule = rule;
        this.endpoint = endpoint;
        this.usual = usual;
        this.document = document;
        this.fields = Fields.members(endpoint);
        this.findings = findings;
    }

    /** The endpoint, or null where the findings say what is wrong. */
    @Nullable
    PolicyEndpoint read() {
        Protocol protocol = switch (text("protocol")) {
            case "tcp" -> Protocol.TCP;
            case "rest" -> Protocol.REST;
            default -> usual;
        };
        List<String> addresses = addresses();
        PolicyHosts.Accepted host = host(protocol, addresses);
        Set<Integer> ports = ports();
        checkTls(protocol);
        List<Allow> allows = allows(protocol);
        List<Allow> denies = denies(protocol);
        if (findings.hasErrors() || host == null) {
            return null;
        }
        CanonicalHost literal = host.literal();
        List<String> within = addresses.isEmpty() && literal != null && literal.isAddress() ? only(literal) : addresses;
        if (literal != null || !addresses.isEmpty()) {
            dropControlPorts(ports);
        }
        String shown = host.pattern() instanceof HostPattern.Any ? "*" : text("host");
        boolean skip = text("tls").equals("skip");
        return new PolicyEndpoint(
                document,
                rule,
                endpoint.place(),
                protocol,
                host.pattern(),
                shown,
                List.copyOf(ports),
                skip,
                allows,
                denies,
                within);
    }

    private static List<String> only(CanonicalHost literal) {
        return List.of(literal.text() + (literal.text().indexOf(':') >= 0 ? "/128" : "/32"));
    }

    private PolicyHosts.@Nullable Accepted host(Protocol protocol, List<String> addresses) {
        YamlNode.Scalar written = Fields.scalar(fields, "host");
        if (written == null || written.text().isEmpty()) {
            if (addresses.isEmpty() || protocol == Protocol.TCP) {
                String help = protocol == Protocol.TCP ? null : "without a host, allowed_ips say where it may lead";
                findings.error(endpoint.place(), "MISSING_KEY", "endpoint: host is missing", help);
            }
            return new PolicyHosts.Accepted(new HostPattern.Any(), null);
        }
        return switch (PolicyHosts.read(written.text())) {
            case PolicyHosts.Rejected(var why, int at) -> {
                Place place = written.plain() ? written.place().plus(at) : written.place();
                findings.error(place, "BAD_HOST", Findings.quote(written.text()) + ": " + why, null);
                yield null;
            }
            case PolicyHosts.Accepted host -> {
                CanonicalHost literal = host.literal();
                boolean address = literal != null && literal.isAddress();
                if (protocol == Protocol.TCP && (address || written.text().endsWith("."))) {
                    error(written, "BAD_HOST", "tcp: a name without trailing dot is wanted, not an address");
                }
                yield host;
            }
        };
    }

    private Set<Integer> ports() {
        Set<Integer> ports = new TreeSet<>();
        YamlNode.Scalar one = Fields.scalar(fields, "port");
        List<YamlNode.Scalar> many = Fields.texts(fields, "ports");
        if (one != null && !many.isEmpty()) {
            error(one, "BAD_VALUE", "port beside ports: write one of them");
        }
        if (one == null && many.isEmpty()) {
            findings.error(endpoint.place(), "MISSING_KEY", "endpoint: port or ports is missing", null);
        }
        if (many.size() > MAX_PORTS) {
            error(many.get(MAX_PORTS), "TOO_LARGE", "more than " + MAX_PORTS + " ports");
        }
        add(one, ports);
        many.forEach(port -> add(port, ports));
        return ports;
    }

    private static void add(YamlNode.@Nullable Scalar port, Set<Integer> ports) {
        Integer number = port == null ? null : port.number();
        if (number != null) {
            ports.add(number);
        }
    }

    private void dropControlPorts(Set<Integer> ports) {
        for (int port : CONTROL_PORTS) {
            if (ports.remove(port)) {
                String message = "port " + port + " runs clusters: it is not granted";
                findings.warning(endpoint.place(), "PORT_REFUSED", message, null);
            }
        }
    }

    private List<String> addresses() {
        Set<String> blocks = new TreeSet<>();
        List<YamlNode.Scalar> entries = Fields.texts(fields, "allowed_ips");
        for (YamlNode.Scalar entry : entries) {
            switch (AddressBlock.parse(entry.text())) {
                case AddressBlock.Rejected(var why) -> error(entry, "BAD_ADDRESS", "allowed_ips: " + why);
                case AddressBlock.Accepted(var block) -> {
                    blocks.add(block.text());
                    if (block.prefix() < BROAD_PREFIX) {
                        warn(entry, "BROAD_BLOCK", "allowed_ips: more than a /16");
                    }
                }
            }
        }
        if (entries.size() > MAX_ADDRESSES) {
            error(entries.get(MAX_ADDRESSES), "TOO_LARGE", "more than " + MAX_ADDRESSES + " blocks");
        }
        return List.copyOf(blocks);
    }

    private void checkTls(Protocol protocol) {
        YamlNode.Scalar tls = Fields.scalar(fields, "tls");
        if (tls == null) {
            return;
        }
        switch (tls.text()) {
            case "terminate", "passthrough" -> warn(tls, "DEPRECATED", "tls: the word has no effect");
            case "skip" -> {
                if (protocol == Protocol.REST) {
                    error(tls, "NOT_THERE_YET", "tls: skip beside rules that look into requests is not there yet");
                }
            }
            default -> {}
        }
    }

    private List<Allow> allows(Protocol protocol) {
        List<YamlNode> rules = Fields.items(fields, "rules");
        String access = text("access");
        if (protocol != Protocol.REST) {
            refuseOutside(protocol, "access");
            refuseOutside(protocol, "rules");
            refuseOutside(protocol, "path");
            refuseOutside(protocol, "enforcement");
            return List.of();
        }
        if (!access.isEmpty() && !rules.isEmpty()) {
            findings.error(endpoint.place(), "BAD_VALUE", "rules beside access: write one of them", null);
        }
        if (access.isEmpty() && rules.isEmpty()) {
            findings.error(endpoint.place(), "MISSING_KEY", "endpoint: rest wants rules or access", null);
        }
        return rules.isEmpty() ? preset(access) : read(rules);
    }

    private void refuseOutside(Protocol protocol, String field) {
        YamlNode.Member member = fields.get(field);
        boolean said = !text(field).isEmpty() || !Fields.items(fields, field).isEmpty();
        if (member != null && said) {
            String word = protocol == Protocol.TCP ? "tcp" : "an endpoint without a protocol";
            findings.error(member.keyPlace(), "BAD_VALUE", field + ": " + word + " is not looked into", null);
        }
    }

    private List<Allow> preset(String access) {
        Set<String> methods = switch (access) {
            case "read-only" -> READING;
            case "read-write" -> WRITING;
            default -> Set.of();
        };
        return List.of(new Allow(rule, methods, PathPattern.ANY, access));
    }

    private List<Allow> read(List<YamlNode> rules) {
        List<Allow> allows = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            YamlNode allow = rules.get(i);
            Map<String, YamlNode.Member> said = Fields.members(Fields.members(allow), "allow");
            readOne(rule + ".rules[" + i + "]", "allow", allow, said, allows);
        }
        return allows;
    }

    private List<Allow> denies(Protocol protocol) {
        List<Allow> denies = new ArrayList<>();
        if (protocol != Protocol.REST) {
            refuseOutside(protocol, "deny_rules");
            return denies;
        }
        List<YamlNode> rules = Fields.items(fields, "deny_rules");
        for (int i = 0; i < rules.size(); i++) {
            YamlNode deny = rules.get(i);
            readOne(rule + ".deny_rules[" + i + "]", "deny_rules", deny, Fields.members(deny), denies);
            warnOfOneStar(Fields.scalar(Fields.members(deny), "path"));
        }
        return denies;
    }

    /** Two stars are what most authors mean who end the path of a refusal in one. */
    private void warnOfOneStar(YamlNode.@Nullable Scalar path) {
        if (path != null && path.text().endsWith("/*") && path.text().indexOf('/', 1) > 0) {
            warn(path, "ONE_STAR", "deny_rules: one star ends at the next slash, two go on below it");
        }
    }

    private void readOne(String name, String what, YamlNode at, Map<String, YamlNode.Member> said, List<Allow> into) {
        YamlNode.Scalar method = Fields.scalar(said, "method");
        YamlNode.Scalar path = Fields.scalar(said, "path");
        if (method == null
                || path == null
                || method.text().isEmpty()
                || path.text().isEmpty()) {
            String help = "write * for any method, ** for every path";
            findings.error(at.place(), "MISSING_KEY", what + ": method and path are wanted", help);
        } else {
            add(name, method, path, into);
        }
    }

    private void add(String name, YamlNode.Scalar method, YamlNode.Scalar path, List<Allow> allows) {
        Set<String> methods = methods(method);
        switch (PolicyPath.read(path.text())) {
            case PolicyPath.Rejected(var why, int at) -> {
                Place place = path.plain() ? path.place().plus(at) : path.place();
                findings.error(place, "BAD_PATH", Findings.quote(path.text()) + ": " + why, null);
            }
            case PolicyPath.Accepted(var pattern) ->
                allows.add(new Allow(name, methods, pattern, method.text() + " " + path.text()));
        }
    }

    /** GET admits HEAD as well; HEAD does not admit GET. */
    private Set<String> methods(YamlNode.Scalar written) {
        String method = written.text().toUpperCase(Locale.ROOT);
        if (method.equals("*")) {
            return Set.of();
        }
        if (!METHOD.matcher(written.text()).matches()) {
            error(written, "BAD_VALUE", "method: a method or * is wanted");
        } else if (!COMMON_METHODS.contains(method)) {
            warn(written, "UNCOMMON_METHOD", "method: not a common one");
        }
        return method.equals("GET") ? Set.of("GET", "HEAD") : Set.of(method);
    }

    private String text(String field) {
        YamlNode.Scalar scalar = Fields.scalar(fields, field);
        return scalar == null ? "" : scalar.text();
    }

    private void error(YamlNode.Scalar at, String code, String message) {
        findings.error(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }

    private void warn(YamlNode.Scalar at, String code, String message) {
        findings.warning(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }
}
