package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.PathPattern;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Validates what an endpoint allows and denies among its requests (specs: network policy, sections 2 and 5). Confined
 * to one reading.
 */
final class EndpointRules {
    private static final Pattern METHOD = Pattern.compile("[!#$%&'+.^_`|~0-9A-Za-z-]{1,32}");
    private static final Set<String> COMMON_METHODS =
            Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT");
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> WRITING = Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH");

    private final String rule;
    private final DocumentNode endpoint;
    private final EndpointFields in;
    private final Map<String, Member> fields;
    private final Findings findings;

    /** @param rule the endpoint's name */
    EndpointRules(String rule, DocumentNode endpoint, Findings findings) {
        this.rule = rule;
        this.endpoint = endpoint;
        this.in = EndpointFields.of(endpoint, findings);
        this.fields = in.members();
        this.findings = findings;
    }

    /** The rules; incomplete if there are errors. */
    record Read(List<Allow> allows, List<Allow> denies) {
        Read {
            allows = List.copyOf(allows);
            denies = List.copyOf(denies);
        }
    }

    Read read(Protocol protocol) {
        EndpointPath path = path(protocol);
        return new Read(within(path, allows(protocol)), within(path, denies(protocol)));
    }

    /** Returns the path that limits the endpoint's requests. */
    private EndpointPath path(Protocol protocol) {
        Scalar written = Fields.scalar(fields, "path");
        if (written == null || written.text().isEmpty() || protocol != Protocol.REST) {
            return EndpointPath.ANY;
        }
        if (written.text().startsWith("**/")) {
            in.error(written, DiagnosticCode.BAD_PATH, "path: the path of an endpoint begins with a slash, or is **");
            return EndpointPath.ANY;
        }
        PathPattern pattern = pattern(written);
        return pattern == null || pattern.coversAll() ? EndpointPath.ANY : new EndpointPath(pattern, written.text());
    }

    /** Intersects rules with the path. A rule that can match no request of the endpoint is an error. */
    private List<Allow> within(EndpointPath path, List<Allow> rules) {
        List<Allow> narrowed = new ArrayList<>();
        for (Allow rule : rules) {
            PathPattern both = path.narrow(rule.path());
            if (both == null) {
                String message = Findings.quote(rule.shown()) + ": no path of the endpoint, "
                        + Findings.quote(path.shown()) + ", is one of the rule";
                findings.error(rule.place(), DiagnosticCode.OUTSIDE_PATH, message, null);
            } else {
                narrowed.add(rule.of(both, path.shown()));
            }
        }
        return narrowed;
    }

    private List<Allow> allows(Protocol protocol) {
        List<DocumentNode> rules = Fields.items(fields, "rules");
        String access = in.text("access");
        if (protocol != Protocol.REST) {
            refuseOutside(protocol, "access");
            refuseOutside(protocol, "rules");
            refuseOutside(protocol, "path");
            refuseOutside(protocol, "enforcement");
            return List.of();
        }
        if (!access.isEmpty() && !rules.isEmpty()) {
            findings.error(endpoint.place(), DiagnosticCode.BAD_VALUE, "rules beside access: write one of them", null);
        }
        if (access.isEmpty() && rules.isEmpty()) {
            findings.error(endpoint.place(), DiagnosticCode.MISSING_KEY, "endpoint: rest wants rules or access", null);
        }
        return rules.isEmpty() ? preset(access) : read(rules);
    }

    private void refuseOutside(Protocol protocol, String field) {
        Member member = fields.get(field);
        boolean said = !in.text(field).isEmpty() || !Fields.items(fields, field).isEmpty();
        if (member != null && said) {
            String word = protocol.isTcp() ? protocol.word() : "an endpoint without a protocol";
            findings.error(
                    member.keyPlace(), DiagnosticCode.BAD_VALUE, field + ": " + word + " is not looked into", null);
        }
    }

    private List<Allow> preset(String access) {
        Set<String> methods = switch (access) {
            case "read-only" -> READING;
            case "read-write" -> WRITING;
            default -> Set.of();
        };
        return List.of(new Allow(rule, endpoint.place(), methods, PathPattern.ANY, access));
    }

    private List<Allow> read(List<DocumentNode> rules) {
        List<Allow> allows = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            DocumentNode allow = rules.get(i);
            Map<String, Member> said = Fields.members(Fields.members(allow), "allow");
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
        List<DocumentNode> rules = Fields.items(fields, "deny_rules");
        for (int i = 0; i < rules.size(); i++) {
            DocumentNode deny = rules.get(i);
            readOne(rule + ".deny_rules[" + i + "]", "deny_rules", deny, Fields.members(deny), denies);
            warnOfOneStar(Fields.scalar(Fields.members(deny), "path"));
        }
        return denies;
    }

    /** Warns if a denied path ends in one star: most authors mean two. */
    private void warnOfOneStar(@Nullable Scalar path) {
        if (path != null && path.text().endsWith("/*") && path.text().indexOf('/', 1) > 0) {
            in.warn(path, DiagnosticCode.ONE_STAR, "deny_rules: one star ends at the next slash, two go on below it");
        }
    }

    private void readOne(String name, String what, DocumentNode at, Map<String, Member> said, List<Allow> into) {
        Scalar method = Fields.scalar(said, "method");
        Scalar path = Fields.scalar(said, "path");
        if (method == null
                || path == null
                || method.text().isEmpty()
                || path.text().isEmpty()) {
            String help = "write * for any method, ** for every path";
            findings.error(at.place(), DiagnosticCode.MISSING_KEY, what + ": method and path are wanted", help);
        } else {
            add(name, at.place(), method, path, into);
        }
    }

    private void add(String name, Place written, Scalar method, Scalar path, List<Allow> allows) {
        Set<String> methods = methods(method);
        PathPattern pattern = pattern(path);
        if (pattern != null) {
            allows.add(new Allow(name, written, methods, pattern, method.text() + " " + path.text()));
        }
    }

    /** Returns the pattern, or null after reporting an error. */
    private @Nullable PathPattern pattern(Scalar path) {
        return switch (PolicyPath.read(path.text())) {
            case Parsed.Rejected<PathPattern>(var why, int at) -> {
                Place place = path.at(at);
                findings.error(place, DiagnosticCode.BAD_PATH, Findings.quote(path.text()) + ": " + why, null);
                yield null;
            }
            case Parsed.Accepted<PathPattern>(var pattern) -> pattern;
        };
    }

    /** Returns the methods. GET also permits HEAD; HEAD does not permit GET. */
    private Set<String> methods(Scalar written) {
        String method = written.text().toUpperCase(Locale.ROOT);
        if (method.equals("*")) {
            return Set.of();
        }
        if (!METHOD.matcher(written.text()).matches()) {
            in.error(written, DiagnosticCode.BAD_VALUE, "method: a method or * is wanted");
        } else if (!COMMON_METHODS.contains(method)) {
            in.warn(written, DiagnosticCode.UNCOMMON_METHOD, "method: not a common one");
        }
        return method.equals("GET") ? Set.of("GET", "HEAD") : Set.of(method);
    }
}
