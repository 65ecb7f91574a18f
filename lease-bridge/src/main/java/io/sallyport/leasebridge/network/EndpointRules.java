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
import io.sallyport.leasebridge.network.RequestRules.Settings;
import io.sallyport.model.PathPattern;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.dialect.PolicySwitch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Validates what an endpoint allows and denies among its requests (specs: network policy, sections 2 and 5). Confined
 * to one reading.
 */
final class EndpointRules {
    private static final List<String> OF_REQUESTS = List.of("access", "rules", "path", "enforcement", "deny_rules");

    private static final String ENCODED_SLASH = "allow_encoded_slash";

    private static final Set<String> ACCESS = Set.of("read-only", "read-write", "full");

    private final String rule;
    private final EndpointFields in;
    private final Map<String, Member> fields;
    private final Findings findings;

    /** @param rule the endpoint's name */
    EndpointRules(String rule, EndpointFields in) {
        this.rule = rule;
        this.in = in;
        this.fields = in.members();
        this.findings = in.findings();
    }

    RequestRules read(Protocol protocol) {
        BodySettings.checkOthers(protocol, in);
        BodySettings settings = BodySettings.of(protocol, in);
        return switch (protocol) {
            case L4, TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES -> {
                OF_REQUESTS.forEach(field -> refuse(protocol, field));
                warnOfSlashes(protocol);
                yield RequestRules.NONE;
            }
            case REST -> read(protocol, settings, new RestRules(rule, protocol, in));
            case WEBSOCKET -> read(protocol, settings, new WebSocketRules(rule, in, settings));
            case GRAPHQL -> read(protocol, settings, new GraphqlRules(rule, in, settings));
            case GRPC -> read(protocol, settings, new GrpcRules(rule, in));
            case JSON_RPC -> read(protocol, settings, new JsonRpcRules(rule, in, settings));
            case MCP -> read(protocol, settings, new McpRules(rule, in, settings));
            case SQL -> readSql();
        };
    }

    /** Nothing reads SQL: the endpoint is a tunnel whose rules refuse nothing, so it loads in audit mode alone. */
    private RequestRules readSql() {
        if (!isAudited()) {
            String message = "sql: no rule of it is enforced";
            String help = "write enforcement: audit, or protocol: tcp+postgres";
            findings.error(in.place(), DiagnosticCode.BAD_VALUE, message, help);
        }
        if (in.text("access").isEmpty() && Fields.items(fields, "rules").isEmpty()) {
            wantsRules(Protocol.SQL);
        }
        return RequestRules.NONE;
    }

    private RequestRules read(Protocol protocol, BodySettings settings, ProtocolRules rules) {
        EndpointPath path = path();
        boolean audited = isAudited();
        List<Allow> allows = new ArrayList<>(allows(protocol, settings, rules));
        List<Allow> denies = denies(rules);
        allows.addAll(rules.besides());
        var own = new Settings(
                audited, settings.maxBytes(), settings.strictTools(), keepsSlashes(), IneffectiveFields.of(in));
        if (in.leniency().isFailing()) {
            Allow everything = in.whole(rule, Set.of(), Conditions.NONE, "every request");
            return new RequestRules(path, own, List.of(), within(path, List.of(everything)), List.of());
        }
        return new RequestRules(
                path,
                own,
                within(path, allows),
                within(path, denies),
                audited ? within(path, rules.anything()) : List.of());
    }

    /** Only a dialect that has this point lets such an endpoint load. */
    private boolean keepsSlashes() {
        return Fields.isTrue(fields, ENCODED_SLASH)
                && in.passes(
                        PolicySwitch.ENCODED_SLASH,
                        in.place(),
                        ENCODED_SLASH + ": %2F is no slash for rules, and may be one for the target");
    }

    private boolean isAudited() {
        Scalar written = Fields.scalar(fields, "enforcement");
        String word = written == null ? "" : written.text();
        Place place = written == null ? in.place() : written.place();
        String meaning = "enforcement: audit: what the rules of this endpoint refuse passes, and is recorded";
        return switch (word) {
            case "enforce" -> false;
            case "audit" -> {
                findings.warning(place, DiagnosticCode.NOT_ENFORCED, meaning, null);
                yield true;
            }
            case "" -> in.passes(PolicySwitch.DEFAULT_AUDIT, place, meaning);
            default -> in.passes(PolicySwitch.LENIENT_WORDS, place, meaning);
        };
    }

    /** Returns the path that limits the endpoint's requests. */
    private EndpointPath path() {
        Scalar written = Fields.scalar(fields, "path");
        if (written == null || written.text().isEmpty()) {
            return EndpointPath.ANY;
        }
        if (!written.text().startsWith("/") && !written.text().equals("**")) {
            in.error(written, DiagnosticCode.BAD_PATH, "path: the path of an endpoint begins with a slash, or is **");
            return EndpointPath.ANY;
        }
        PathPattern pattern = PolicyPath.read(written, in.leniency(), findings);
        if (pattern == null) {
            in.leniency().fail();
            return EndpointPath.ANY;
        }
        return pattern.coversAll() ? EndpointPath.ANY : new EndpointPath(pattern, written.text());
    }

    /** Intersects rules with the path. A rule that can match no request of the endpoint is an error. */
    private List<Allow> within(EndpointPath path, List<Allow> rules) {
        List<Allow> narrowed = new ArrayList<>();
        for (Allow rule : rules) {
            PathPattern both = path.narrow(rule.path());
            if (both == null) {
                String message = Findings.quote(rule.shown()) + ": no path of the endpoint, "
                        + Findings.quote(path.shown()) + ", is one of the rule";
                if (!in.passes(PolicySwitch.INERT_DENY, rule.place(), message)) {
                    findings.error(rule.place(), DiagnosticCode.OUTSIDE_PATH, message, null);
                }
            } else {
                narrowed.add(rule.of(both, path.shown()));
            }
        }
        return narrowed;
    }

    private List<Allow> allows(Protocol protocol, BodySettings settings, ProtocolRules form) {
        List<DocumentNode> rules = Fields.items(fields, "rules");
        String access = in.text("access");
        if (!access.isEmpty() && !rules.isEmpty()) {
            findings.error(in.place(), DiagnosticCode.BAD_VALUE, "rules beside access: write one of them", null);
        }
        boolean lenient = in.leniency().dialect().has(PolicySwitch.INERT_DENY); // else each rule has its error
        if (lenient
                && !rules.isEmpty()
                && rules.stream().allMatch(rule -> EndpointRules.allowed(rule).isEmpty())) {
            findings.error(in.place(), DiagnosticCode.MISSING_KEY, "rules: every allow is empty", null);
        }
        if (protocol.isOfCalls() && !access.isEmpty()) {
            String message = "access: " + protocol.word() + " has rules alone";
            findings.error(in.place(), DiagnosticCode.BAD_VALUE, message, null);
        }
        if (access.isEmpty() && rules.isEmpty()) {
            if (!settings.knownMethods()) {
                wantsRules(protocol);
            }
            return List.of();
        }
        if (!access.isEmpty() && !ACCESS.contains(access)) {
            in.passes(PolicySwitch.LENIENT_WORDS, in.place(), "access: an unknown word allows nothing");
            return List.of();
        }
        return rules.isEmpty() ? form.preset(access) : each("rules", EndpointRules::allowed, form);
    }

    private void wantsRules(Protocol protocol) {
        String wanted = protocol.isOfCalls() ? " wants rules" : " wants rules or access";
        findings.error(in.place(), DiagnosticCode.MISSING_KEY, "endpoint: " + protocol.word() + wanted, null);
    }

    private static Map<String, Member> allowed(DocumentNode rule) {
        return Fields.members(Fields.members(rule), "allow");
    }

    private List<Allow> denies(ProtocolRules form) {
        for (DocumentNode deny : Fields.items(fields, "deny_rules")) {
            warnOfOneStar(Fields.scalar(Fields.members(deny), "path"));
        }
        return each("deny_rules", Fields::members, form);
    }

    private List<Allow> each(String list, Function<DocumentNode, Map<String, Member>> said, ProtocolRules form) {
        List<DocumentNode> rules = Fields.items(fields, list);
        List<Allow> found = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            DocumentNode at = rules.get(i);
            String name = rule + "." + list + "[" + i + "]";
            found.addAll(form.read(new RuleEntry(name, at.place(), said.apply(at), list.equals("deny_rules"))));
        }
        return found;
    }

    private void warnOfSlashes(Protocol protocol) {
        Scalar said = Fields.scalar(fields, ENCODED_SLASH);
        if (said != null && Fields.isTrue(fields, ENCODED_SLASH)) {
            String word = protocol.isTcp() ? protocol.word() : "an endpoint without a protocol";
            findings.warning(
                    said.place(), DiagnosticCode.NO_EFFECT, ENCODED_SLASH + ": " + word + " is not looked into", null);
        }
    }

    private void refuse(Protocol protocol, String field) {
        Member member = fields.get(field);
        boolean said = !in.text(field).isEmpty() || !Fields.items(fields, field).isEmpty();
        if (member != null && said) {
            String word = protocol.isTcp() ? protocol.word() : "an endpoint without a protocol";
            findings.error(
                    member.keyPlace(), DiagnosticCode.BAD_VALUE, field + ": " + word + " is not looked into", null);
        }
    }

    /** Warns if a denied path ends in one star: most authors mean two. */
    private void warnOfOneStar(@Nullable Scalar path) {
        if (path != null && path.text().endsWith("/*") && path.text().indexOf('/', 1) > 0) {
            in.warn(path, DiagnosticCode.ONE_STAR, "deny_rules: one star ends at the next slash, two go on below it");
        }
    }
}
