package io.sallyport.leasebridge.harness;

import static io.sallyport.documents.Shape.either;
import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.map;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import java.util.HashMap;
import java.util.Map;

/** The fields of a harness file and their types (specs: fetch, section 12), as a flat table. */
final class HarnessShape {
    static final Shape HARNESS;

    private static final Shape TEXTS = map(text());
    private static final Shape TOGGLE = either(truth(), object(Map.of("enabled", truth())));

    private static final Shape SKILL =
            either(text(), Shape.members((_, member, name, findings) -> TEXTS.check(member.value(), name, findings)));

    private static final Shape HOST_FILE =
            object(Map.of("!src", text(), "!dest", text(), "expand", truth(), "optional", truth()));

    private static final Shape API_SERVER = object(Map.of(
            "!name", text(HarnessShape::isServerName, "a name of lower-case letters, digits, - that a host can have"),
            "!script", text(),
            "!port", number(port -> port == 0 || (port >= 1_024 && port <= 65_535), "0 or a port from 1024 to 65535"),
            "token", words("flag", "file"),
            "env", EnvironmentShape.VARIABLES,
            "providers", list(text())));

    private static final Shape VALIDATION_LOOP = object(Map.of(
            "!script", text(),
            "schema", text(),
            "max_iterations", number(n -> n >= 0, "a number that is not negative"),
            "feedback_mode", text(),
            "preflight_check", text()));

    private static final Shape HOST_SCANNERS = object(Map.of(
            "unicode_normalizer", TOGGLE,
            "context_injection", TOGGLE,
            "ssrf_validator", TOGGLE,
            "secret_redactor", TOGGLE,
            "llm_guard",
                    object(Map.of(
                            "enabled", truth(),
                            "threshold", text(HarnessShape::isShare, "a number from 0 to 1"),
                            "match_type", words("sentence", "full")))));

    private static final Shape SANDBOX_HOOKS = object(Map.of(
            "tirith", object(Map.of("enabled", truth(), "fail_on", words("low", "medium", "high", "critical"))),
            "ssrf_pretool", TOGGLE,
            "secret_redact_posttool", TOGGLE,
            "unicode_posttool", TOGGLE,
            "context_suppress_posttool", TOGGLE,
            "canary_pretool", TOGGLE,
            "canary_posttool", TOGGLE,
            "tool_allowlist_pretool", object(Map.of("enabled", truth(), "tools", list(text())))));

    private static final Shape SECURITY = object(Map.of(
            "enabled", truth(),
            "inherit", truth(),
            "fail_mode", words("closed", "open"),
            "host_scanners", HOST_SCANNERS,
            "sandbox_hooks", SANDBOX_HOOKS,
            "escalation", object(Map.of("on_critical", words("halt", "review"), "review_label", text())),
            "trace", either(text(), object(Map.of("enabled", truth())))));

    static {
        Map<String, Shape> fields = new HashMap<>(Map.of(
                "slug", text(),
                "doc", text(),
                "description", text(),
                "image", text(),
                "model", text(),
                "effort", words("low", "medium", "high", "xhigh", "max"),
                "policy", text(),
                "skills", list(SKILL),
                "plugins", list(text()),
                "providers", list(text())));
        fields.putAll(Map.of(
                "openshell", object(Map.of("profiles", list(text()))),
                "host_files", list(HOST_FILE),
                "api_servers", list(API_SERVER),
                "pre_script", text(),
                "post_script", text(),
                "agent_input", text(),
                "validation_loop", VALIDATION_LOOP,
                "env", object(Map.of("runner", TEXTS, "sandbox", TEXTS)),
                "runner_env", TEXTS,
                "timeout_minutes", number(n -> n >= 0, "a number that is not negative")));
        fields.put("sandbox_timeout_seconds", number(n -> n == 0 || (n >= 30 && n <= 600), "0, or 30 to 600"));
        fields.put("readonly_repo", truth());
        fields.put("security", SECURITY);
        HARNESS = harness(fields);
    }

    private HarnessShape() {}

    /** Returns the shape of the whole file; the part of one platform has the fields that can be merged over a base. */
    private static Shape harness(Map<String, Shape> common) {
        Map<String, Shape> part = new HashMap<>(common);
        part.put("agent", text());
        part.put("role", text());
        Shape platform = object(Map.copyOf(part));
        Map<String, Shape> whole = new HashMap<>(common);
        whole.put("agent", text());
        whole.put("role", text());
        whole.put("base", text());
        whole.put("trigger", text());
        whole.put("allowed_remote_resources", list(text()));
        whole.put("allow_runtime_fetch", truth());
        whole.put("max_runtime_fetches", number(n -> n >= 1 && n <= 1_000, "a number from 1 to 1000"));
        whole.put("forge", object(Map.of("github", platform, "gitlab", platform, "jira", platform)));
        return object(Map.copyOf(whole));
    }

    /**
     * Returns whether the name is a host name label, for {@code NAME.api.internal}; labels of internationalized names
     * are not allowed.
     */
    private static boolean isServerName(String name) {
        return name.matches("(?!xn--)[a-z]([a-z0-9-]{0,61}[a-z0-9])?");
    }

    private static boolean isShare(String text) {
        return text.matches("0(\\.[0-9]{1,9})?|1(\\.0{1,9})?");
    }
}
