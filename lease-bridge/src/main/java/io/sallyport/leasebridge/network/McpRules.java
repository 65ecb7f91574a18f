package io.sallyport.leasebridge.network;

import com.google.re2j.Pattern;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.dialect.PolicySwitch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads rules about calls of MCP over HTTP (specs: network policy, sections 2 and 12; MCP 2025-06-18). Confined to one
 * reading.
 */
final class McpRules implements ProtocolRules {
    private static final String TOOL_CALL = "tools/call";
    private static final String STRICT_TOOL = "^[A-Za-z0-9_.-]{1,128}$";
    private static final Set<String> FIELDS = Set.of("method", "tool", "params", "params.name");

    /** What clients send, but for calls of tools. */
    private static final List<String> KNOWN = List.of(
            "initialize",
            "ping",
            "tools/list",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "resources/subscribe",
            "resources/unsubscribe",
            "prompts/list",
            "prompts/get",
            "completion/complete",
            "logging/setLevel",
            "notifications/initialized",
            "notifications/cancelled",
            "notifications/progress",
            "notifications/roots/list_changed");

    private final String rule;
    private final EndpointFields in;
    private final Findings findings;
    private final BodySettings settings;
    private final List<RuleEntry> broad = new ArrayList<>();
    private boolean scoped;

    McpRules(String rule, EndpointFields in, BodySettings settings) {
        this.rule = rule;
        this.in = in;
        this.findings = in.findings();
        this.settings = settings;
    }

    @Override
    public List<Allow> preset(String access) {
        return List.of();
    }

    @Override
    public List<Allow> anything() {
        return List.of(
                in.whole(rule, Set.of("POST"), calls(Map.of("method", JsonRpcRules.ANYTHING), false), "audit"),
                responses(),
                stream());
    }

    @Override
    public List<Allow> read(RuleEntry entry) {
        entry.refuseOthers(Protocol.MCP, FIELDS, findings);
        String method = method(entry);
        DocumentNode name = name(entry);
        if (method.isEmpty()) {
            return List.of();
        }
        Map<String, String> members = new HashMap<>();
        members.put("method", RuleEntry.isGlob(method) ? PolicyGlob.glob(method) : PolicyGlob.literal(method));
        if (name != null) {
            String expression = PolicyGlob.read(name, entry.word() + ".tool", in);
            members.put("name", expression == null ? "" : expression);
        }
        note(entry, method, name);
        Conditions conditions = calls(members, !entry.denies());
        String shown = name == null ? method : method + " " + PolicyGlob.shown(name);
        return List.of(entry.everywhere(entry.denies() ? Set.of() : Set.of("POST"), conditions, shown));
    }

    /** Returns the method of a rule; empty after reporting an error. */
    private String method(RuleEntry entry) {
        String method = entry.text("method");
        boolean tool = entry.value("tool") != null;
        if (method.isEmpty() && tool && settings.knownMethods()) {
            return TOOL_CALL;
        }
        if (tool && !method.equals(TOOL_CALL)) {
            entry.error(DiagnosticCode.BAD_VALUE, "tool: it belongs to method: tools/call", null, findings);
            return "";
        }
        if (method.isEmpty()) {
            entry.error(DiagnosticCode.MISSING_KEY, "method is wanted", null, findings);
        } else if (RuleEntry.isGlob(method) && !method.startsWith("tools/")) {
            String help = "name each method; mcp.allow_all_known_mcp_methods allows all of MCP";
            entry.error(DiagnosticCode.BAD_VALUE, "method: mcp takes globs only in tools/...", help, findings);
        } else if (RuleEntry.isGlob(method) && !PolicyGlob.isRead(method)) {
            entry.error(DiagnosticCode.BAD_VALUE, "method: a glob that cannot be read", null, findings);
            return "";
        }
        return method;
    }

    /** Returns the matcher of the name of a tool, or of what else a call names; null if there is none. */
    private @Nullable DocumentNode name(RuleEntry entry) {
        DocumentNode tool = entry.value("tool");
        DocumentNode named = entry.parameterName();
        if (tool != null && named != null) {
            entry.error(DiagnosticCode.BAD_VALUE, "tool beside params.name: write one of them", null, findings);
        }
        DocumentNode name = tool == null ? named : tool;
        if (name != null && !settings.strictTools()) {
            PolicyGlob.globs(name, entry.word() + ".tool", findings).forEach(this::refuseWildcard);
        }
        return name;
    }

    private void refuseWildcard(Scalar glob) {
        if (RuleEntry.isGlob(glob.text())) {
            String message = "tool: a wildcard wants strict_tool_names, else it covers names of any characters";
            in.error(glob, DiagnosticCode.BAD_VALUE, message);
        }
    }

    private void note(RuleEntry entry, String method, @Nullable DocumentNode name) {
        boolean calls = method.equals(TOOL_CALL) || (RuleEntry.isGlob(method) && covers(method));
        if (calls && name == null) {
            broad.add(entry);
        } else if (calls && !entry.denies()) {
            scoped = true;
        }
    }

    private static boolean covers(String glob) {
        return Pattern.matches(PolicyGlob.glob(glob), TOOL_CALL);
    }

    /** Returns what the endpoint allows besides its rules; to be called after all of them were read. */
    @Override
    public List<Allow> besides() {
        if (scoped) {
            broad.forEach(entry -> entry.error(
                    DiagnosticCode.CONTRADICTION,
                    "every tool, beside rules that allow some of them: the one makes the others void",
                    null,
                    findings));
        }
        List<Allow> more = new ArrayList<>(List.of(responses(), stream()));
        if (settings.knownMethods()) {
            boolean any = in.passes(PolicySwitch.MCP_ANY_METHOD, in.place(), "every method is allowed, known or not");
            more.add(
                    any
                            ? methods(PolicyGlob.otherThan(TOOL_CALL), "any method")
                            : methods(
                                    PolicyGlob.anyOf(KNOWN.stream()
                                            .map(PolicyGlob::quoted)
                                            .toList()),
                                    "known methods"));
            if (!scoped) {
                more.add(methods(PolicyGlob.literal(TOOL_CALL), TOOL_CALL));
            }
        }
        return more;
    }

    private Allow methods(String expression, String shown) {
        return in.whole(rule, Set.of("POST"), calls(Map.of("method", expression), true), shown);
    }

    private Allow responses() {
        return in.whole(rule, Set.of("POST"), calls(Map.of("response", JsonRpcRules.ANYTHING), false), "responses");
    }

    private Allow stream() {
        return in.whole(rule, Set.of("GET"), Conditions.of(new CallPattern.EventStream()), "event stream");
    }

    private Conditions calls(Map<String, String> members, boolean checkTools) {
        String tools = checkTools && settings.strictTools() ? STRICT_TOOL : null;
        return Conditions.of(new CallPattern.Rpc(members, tools, settings.maxBytes()));
    }
}
