package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.PathPattern;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.ParameterCondition;
import io.sallyport.model.dialect.PolicySwitch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads rules about requests: method, path and query (specs: network policy, sections 2, 5 and 7).
 *
 * @param protocol {@code rest} or {@code websocket}
 */
record RestRules(String rule, Protocol protocol, EndpointFields in) implements ProtocolRules {
    /** Limit of parameters in one rule. */
    static final int MAX_PARAMETERS = 32;

    private static final Pattern METHOD = Pattern.compile("[!#$%&'+.^_`|~0-9A-Za-z-]{1,32}");
    private static final Set<String> FIELDS = Set.of("method", "path", "query");
    private static final Set<String> COMMON_METHODS =
            Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT");
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> WRITING = Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH");

    @Override
    public List<Allow> preset(String access) {
        Set<String> methods = switch (access) {
            case "read-only" -> READING;
            case "read-write" -> WRITING;
            default -> Set.of();
        };
        return List.of(in.whole(rule, methods, Conditions.NONE, access));
    }

    @Override
    public List<Allow> anything() {
        return List.of(in.whole(rule, Set.of(), Conditions.NONE, "audit"));
    }

    @Override
    public List<Allow> read(RuleEntry entry) {
        entry.refuseOthers(protocol, FIELDS, in.findings());
        Scalar method = Fields.scalar(entry.said(), "method");
        Scalar path = Fields.scalar(entry.said(), "path");
        if (method == null
                || path == null
                || method.text().isEmpty()
                || path.text().isEmpty()) {
            if (!in.passes(PolicySwitch.INERT_DENY, entry.place(), "without method or path a rule matches nothing")) {
                String help = "write * for any method, ** for every path";
                entry.error(DiagnosticCode.MISSING_KEY, "method and path are wanted", help, in.findings());
            }
            return List.of();
        }
        Set<String> methods = methods(method);
        PathPattern pattern = PolicyPath.read(path, in.leniency(), in.findings());
        List<ParameterCondition> parameters = parameters(entry);
        return pattern == null
                ? List.of()
                : List.of(new Allow(
                        entry.name(),
                        entry.place(),
                        methods,
                        pattern,
                        new Conditions(parameters, Conditions.NONE.call()),
                        method.text() + " " + path.text() + shown(parameters)));
    }

    private static String shown(List<ParameterCondition> parameters) {
        List<String> names = parameters.stream().map(ParameterCondition::name).toList();
        return names.isEmpty() ? "" : " query " + String.join(",", names);
    }

    private List<ParameterCondition> parameters(RuleEntry entry) {
        Map<String, Member> query = new TreeMap<>(Fields.members(entry.said(), "query"));
        List<ParameterCondition> parameters = new ArrayList<>();
        query.forEach((name, member) -> {
            String field = entry.word() + ".query." + name;
            String expression = PolicyGlob.read(member.value(), field, in);
            if (expression != null) {
                parameters.add(new ParameterCondition(name, entry.of(), expression));
            }
        });
        if (query.size() > MAX_PARAMETERS) {
            String message = "query: more than " + MAX_PARAMETERS + " parameters";
            entry.error(DiagnosticCode.TOO_LARGE, message, null, in.findings());
        }
        return parameters;
    }

    /** Returns the methods. GET also permits HEAD; HEAD does not permit GET. */
    private Set<String> methods(Scalar written) {
        String method = written.text().toUpperCase(Locale.ROOT);
        if (method.equals("*")) {
            return Set.of();
        }
        if (!METHOD.matcher(written.text()).matches()) {
            in.error(written, DiagnosticCode.BAD_VALUE, "method: a method or * is wanted");
        } else if (protocol == Protocol.REST && !COMMON_METHODS.contains(method)) {
            in.warn(written, DiagnosticCode.UNCOMMON_METHOD, "method: not a common one");
        }
        return method.equals("GET") ? Set.of("GET", "HEAD") : Set.of(method);
    }
}
