package io.sallyport.client;

import io.sallyport.model.CapabilityName;
import io.sallyport.model.Mode;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of the control API (design, section 4). Safe for concurrent use; methods block until the answer. Ignores
 * proxy settings of the environment: it connects to the control API directly.
 */
public final class AdminClient implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /**
     * Longer than the compiler may take. Calls that start or stop servers have no limit here; the operator's settings
     * limit them.
     */
    private static final Duration ANSWER = Duration.ofSeconds(90);

    private final AdminConnection api;

    /**
     * Creates a client for one gateway.
     *
     * @param base such as {@code http://127.0.0.1:3129}
     */
    public AdminClient(URI base, String token) {
        api = new AdminConnection(base, token);
    }

    /** An answer; {@code body} is an empty object if there was none. */
    public record Reply(int status, JsonNode body) {
        public boolean isOk() {
            return status >= 200 && status < 300;
        }
    }

    /**
     * Creates or replaces a sandbox. Waits until its API servers have started, because only this answer contains the
     * token.
     *
     * @param ifMatch the generation that the sandbox must have, or null
     */
    public Reply put(SandboxId id, SandboxDocuments documents, boolean rotate, @Nullable String ifMatch)
            throws IOException {
        return put(id, documents, null, null, rotate, ifMatch, null);
    }

    /**
     * Creates or replaces a sandbox as the other {@code put} does.
     *
     * @param identityToken a JWT that says whom it works for, or null
     * @param proxy the listener that the variables name: {@code socks} or {@code tls}, or null for that of HTTP
     * @param note why, one line, or null
     */
    public Reply put(
            SandboxId id,
            SandboxDocuments documents,
            @Nullable String identityToken,
            @Nullable String proxy,
            boolean rotate,
            @Nullable String ifMatch,
            @Nullable String note)
            throws IOException {
        Map<String, String> headers = ifMatch == null ? Map.of() : Map.of("If-Match", ifMatch);
        String asked = (rotate ? "&rotate=token" : "") + (proxy == null ? "" : "&proxy=" + proxy) + note("&", note);
        String path = "/v1/sandboxes/" + id.text() + (asked.isEmpty() ? "" : "?" + asked.substring(1));
        ObjectNode body = DocumentsJson.of(documents);
        if (identityToken != null) {
            body.put("identity_token", identityToken);
        }
        return api.send("PUT", path, body, headers, null);
    }

    public Reply get(SandboxId id) throws IOException {
        return send("GET", "/v1/sandboxes/" + id.text(), null, Map.of());
    }

    /**
     * Puts a workspace.
     *
     * @param ifMatch the generation that it must have, or null
     */
    public Reply putWorkspace(WorkspaceId id, SandboxDocuments documents, @Nullable String ifMatch) throws IOException {
        Map<String, String> headers = ifMatch == null ? Map.of() : Map.of("If-Match", ifMatch);
        return api.send("PUT", path(id), DocumentsJson.of(documents), headers, null);
    }

    public Reply workspace(WorkspaceId id) throws IOException {
        return send("GET", path(id), null, Map.of());
    }

    /** Returns all workspaces, by id. */
    public Reply workspaces() throws IOException {
        return send("GET", "/v1/workspaces", null, Map.of());
    }

    public Reply deleteWorkspace(WorkspaceId id) throws IOException {
        return send("DELETE", path(id), null, Map.of());
    }

    private static String path(WorkspaceId id) {
        return "/v1/workspaces/" + id.text();
    }

    /**
     * Returns one page of all sandboxes, by id; its {@code next}, if present, begins the following page.
     *
     * @param after the id after which the page begins, or null
     */
    public Reply list(@Nullable String after) throws IOException {
        return send("GET", "/v1/sandboxes" + (after == null ? "" : "?after=" + after), null, Map.of());
    }

    /** Deletes a sandbox and waits until its API servers have ended. */
    public Reply delete(SandboxId id) throws IOException {
        return api.send("DELETE", "/v1/sandboxes/" + id.text(), null, Map.of(), null);
    }

    public Reply phase(SandboxId id, Phase phase) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("phase", phase.word());
        return send("POST", "/v1/sandboxes/" + id.text() + "/phase", body, Map.of());
    }

    /** Returns the generations of a sandbox that are kept, without their documents. */
    public Reply sandboxHistory(SandboxId id) throws IOException {
        return send("GET", "/v1/sandboxes/" + id.text() + "/history", null, Map.of());
    }

    /** Returns the documents of one of them. */
    public Reply pastSandbox(SandboxId id, long generation) throws IOException {
        return send("GET", "/v1/sandboxes/" + id.text() + "/history/" + generation, null, Map.of());
    }

    /**
     * Puts the documents of an earlier generation in force again.
     *
     * @param ifMatch the generation that the sandbox must have, or null
     * @param note why, one line, or null
     */
    public Reply rollBackSandbox(SandboxId id, long generation, @Nullable String ifMatch, @Nullable String note)
            throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("generation", generation);
        Map<String, String> headers = ifMatch == null ? Map.of() : Map.of("If-Match", ifMatch);
        return send("POST", "/v1/sandboxes/" + id.text() + "/rollback" + note("?", note), body, headers);
    }

    /** Calls the skills API of a sandbox without a body; {@code rest} is the rest of its path. */
    public Reply skills(String method, SandboxId id, String rest) throws IOException {
        return send(method, "/v1/sandboxes/" + id.text() + "/skills" + rest, null, Map.of());
    }

    /** Gives a sandbox its own set of skills: file name to manifest. */
    public Reply putSkills(SandboxId id, Map<String, String> manifests) throws IOException {
        ObjectNode texts = JsonNodeFactory.instance.objectNode();
        manifests.forEach(texts::put);
        ObjectNode body = JsonNodeFactory.instance.objectNode().set("manifests", texts);
        return send("PUT", "/v1/sandboxes/" + id.text() + "/skills", body, Map.of());
    }

    /** Returns why a request of the sandbox would be decided as it would. */
    public Reply explain(SandboxId id, String first, String second) throws IOException {
        return explain(id, first, second, null, null);
    }

    /**
     * Returns why a request with a body would be decided as it would.
     *
     * @param contentType of {@code body}; both or neither is null
     */
    public Reply explain(SandboxId id, String first, String second, @Nullable String contentType, @Nullable String body)
            throws IOException {
        return send(
                "POST", "/v1/sandboxes/" + id.text() + "/explain", asked(first, second, contentType, body), Map.of());
    }

    /**
     * Returns the document that asks why a question is decided as it is.
     *
     * @param first a method, or a capability
     * @param second a URL, or a target
     * @param contentType of {@code body}; both or neither is null
     */
    public static ObjectNode asked(String first, String second, @Nullable String contentType, @Nullable String body) {
        boolean action = CapabilityName.kindOf(first) != null;
        ObjectNode asked = JsonNodeFactory.instance
                .objectNode()
                .put(action ? "capability" : "method", first)
                .put(action ? "target" : "url", second);
        if (body != null) {
            asked.put("content_type", contentType).put("body", body);
        }
        return asked;
    }

    /** Returns all that decides what the sandbox may do, line by line. */
    public Reply effective(SandboxId id) throws IOException {
        return send("GET", "/v1/sandboxes/" + id.text() + "/effective", null, Map.of());
    }

    /**
     * Returns the smallest grants that would be needed.
     *
     * @param requests as METHOD URL; if empty, the sandbox's own refusals in the audit log
     */
    public Reply suggest(SandboxId id, Collection<String> requests) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (!requests.isEmpty()) {
            ArrayNode list = body.putArray("requests");
            requests.forEach(list::add);
        }
        return send("POST", "/v1/sandboxes/" + id.text() + "/suggest", body, Map.of());
    }

    /**
     * Replaces the guardrails.
     *
     * @param rego file name to text
     */
    public Reply putGuardrails(Map<String, String> rego) throws IOException {
        return putGuardrails(new GuardrailsPut(rego, null, Mode.ENFORCE, null, false));
    }

    /**
     * Guardrails to put.
     *
     * @param rego file name to text
     * @param data the lists that they read, or null
     * @param mode {@link Mode#REPORT} for the candidate
     * @param note why, one line, or null
     */
    public record GuardrailsPut(
            Map<String, String> rego,
            @Nullable JsonNode data,
            Mode mode,
            @Nullable String note,
            boolean dryRun) {}

    /** Replaces the guardrails, or the candidate. */
    public Reply putGuardrails(GuardrailsPut put) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        put.rego().forEach(body.putObject("rego")::put);
        if (put.data() != null) {
            body.set("data", put.data());
        }
        String query = "?mode=" + put.mode().word() + "&dry_run=" + put.dryRun() + note("&", put.note());
        return send("PUT", "/v1/guardrails" + query, body, Map.of());
    }

    /** Returns the candidate; its digest is empty if there is none. */
    public Reply candidate() throws IOException {
        return send("GET", "/v1/guardrails?mode=report", null, Map.of());
    }

    /** Puts the candidate of {@code digest} in force; another one stays a candidate (412). */
    public Reply promoteGuardrails(String digest, @Nullable String note) throws IOException {
        String query = "?digest=" + escaped(digest) + note("&", note);
        return send("POST", "/v1/guardrails/promote" + query, null, Map.of());
    }

    /** Takes the candidate away. */
    public Reply removeCandidate() throws IOException {
        return send("DELETE", "/v1/guardrails?mode=report", null, Map.of());
    }

    /** Returns what rules in report mode, and the candidate, would have refused. */
    public Reply guardrailsReport() throws IOException {
        return send("GET", "/v1/guardrails/report", null, Map.of());
    }

    /** Returns the configured providers, without their secrets. */
    public Reply providers() throws IOException {
        return send("GET", "/v1/providers", null, Map.of());
    }

    /** Returns how often each rule and grant decided. */
    public Reply rules() throws IOException {
        return send("GET", "/v1/rules", null, Map.of());
    }

    /** Returns the last guardrails that came into force, without their Rego. */
    public Reply guardrailsHistory() throws IOException {
        return send("GET", "/v1/guardrails/history", null, Map.of());
    }

    /** Returns one set of guardrails, by its epoch or its digest. */
    public Reply pastGuardrails(String version) throws IOException {
        return send("GET", "/v1/guardrails/history/" + escaped(version), null, Map.of());
    }

    /**
     * Returns the difference of two sets of guardrails, by their epochs or digests.
     *
     * @param to null for the newest set
     */
    public Reply diffGuardrails(String from, @Nullable String to) throws IOException {
        String query = "?from=" + escaped(from) + (to == null ? "" : "&to=" + escaped(to));
        return send("GET", "/v1/guardrails/history/diff" + query, null, Map.of());
    }

    /** Puts the guardrails of an earlier epoch in force again. */
    public Reply rollBackGuardrails(long epoch, @Nullable String note, boolean dryRun) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("epoch", epoch);
        String query = "?dry_run=" + dryRun + note("&", note);
        return send("POST", "/v1/guardrails/rollback" + query, body, Map.of());
    }

    /** Returns the changes that wait for approval. */
    public Reply approvals() throws IOException {
        return send("GET", "/v1/approvals", null, Map.of());
    }

    /** Returns one change that waits, with its texts. */
    public Reply approval(String id) throws IOException {
        return send("GET", "/v1/approvals/" + escaped(id), null, Map.of());
    }

    /** Puts a change that waits in force. */
    public Reply approve(String id, @Nullable String note) throws IOException {
        return send("POST", "/v1/approvals/" + escaped(id) + note("?", note), null, Map.of());
    }

    /** Takes a change that waits away. */
    public Reply removeApproval(String id, @Nullable String note) throws IOException {
        return send("DELETE", "/v1/approvals/" + escaped(id) + note("?", note), null, Map.of());
    }

    static String note(String separator, @Nullable String note) {
        return note == null ? "" : separator + "note=" + escaped(note);
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Passes each event's data to {@code listener}, on this thread, until the gateway ends the stream. */
    public Reply follow(String path, Consumer<String> listener) throws IOException {
        return api.follow(path, listener);
    }

    @Override
    public void close() {
        api.close();
    }

    /** Makes any call of the API; {@code path} begins with a slash and is already escaped. */
    public Reply send(String method, String path, @Nullable JsonNode body, Map<String, String> headers)
            throws IOException {
        return api.send(method, path, body, headers, ANSWER);
    }

    /** Returns {@code body} as indented text. */
    public static String pretty(JsonNode body) {
        return new String(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(body), StandardCharsets.UTF_8);
    }
}
