package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class OpenApiTest {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    private static JsonNode document() throws Exception {
        try (InputStream resource = Calls.class.getResourceAsStream("openapi.json")) {
            return JSON.readTree(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void everyRouteIsInItAndNothingElse() throws Exception {
        Set<String> described = new TreeSet<>();
        document()
                .get("paths")
                .forEachEntry((path, item) -> item.forEachEntry((method, _) -> {
                    if (METHODS.contains(method)) {
                        described.add(method.toUpperCase(Locale.ROOT) + " " + path);
                    }
                }));
        Set<String> routes = new TreeSet<>();
        for (Route route : Route.values()) {
            routes.add(route.method() + " " + route.pattern());
        }
        assertThat(described).isEqualTo(routes);
    }

    @Test
    void everyParameterIsInItAndNothingElse() throws Exception {
        JsonNode paths = document().get("paths");
        for (Route route : Route.values()) {
            JsonNode call = paths.get(route.pattern()).get(route.method().toLowerCase(Locale.ROOT));
            Set<String> described = new TreeSet<>();
            if (call.has("parameters")) {
                call.get("parameters").forEach(parameter -> {
                    if (parameter.get("in").asString().equals("query")) {
                        described.add(parameter.get("name").asString());
                    }
                });
            }
            assertThat(described).as(route.name()).isEqualTo(new TreeSet<>(route.parameters()));
            assertThat(call.has("requestBody")).as(route.name()).isEqualTo(route.takesBody());
            assertThat(call.has("security")).as("open: %s", route).isEqualTo(route.permission() == null);
        }
    }

    @Test
    void everyReferenceLeadsSomewhere() throws Exception {
        JsonNode document = document();
        for (JsonNode reference : references(document)) {
            String pointer = reference.asString().substring(1);
            assertThat(document.at(pointer).isMissingNode()).as(pointer).isFalse();
        }
    }

    private static List<JsonNode> references(JsonNode node) {
        List<JsonNode> found = new ArrayList<>();
        node.forEachEntry((name, value) -> {
            if (name.equals("$ref")) {
                found.add(value);
            } else {
                found.addAll(references(value));
            }
        });
        return found;
    }

    @Test
    void answersHaveTheFormsThatItDescribes() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            JsonNode schemas = document().at("/components/schemas");
            conforms(
                    schemas,
                    "SandboxInForce",
                    fixture.put("/v1/sandboxes/sb-1", "{\"run\":\"r\"}").body());
            conforms(
                    schemas,
                    "Lease",
                    fixture.put("/v1/leases/job-1", "{\"lease\":{}}").body());
            conforms(schemas, "Lease", fixture.get("/v1/leases/job-1").body());
            conforms(
                    schemas,
                    "Spent",
                    fixture.post("/v1/leases/job-1/metrics", "{\"name\":\"cost.x\",\"value\":1}")
                            .body());
            conforms(schemas, "Sandbox", fixture.get("/v1/sandboxes/sb-1").body());
            conforms(
                    schemas,
                    "Explanation",
                    fixture.call(Role.OPERATOR, "POST", "/v1/sandboxes/sb-1/explain", "{\"url\":\"https://h/\"}")
                            .body());
            conforms(
                    schemas,
                    "Suggestion",
                    fixture.call(Role.OPERATOR, "POST", "/v1/sandboxes/sb-1/suggest", "{\"requests\":[\"https://h/\"]}")
                            .body());
            conforms(
                    schemas,
                    "Skills",
                    fixture.put("/v1/sandboxes/sb-1/skills", "{\"manifests\":{}}")
                            .body());
            conforms(schemas, "SandboxPage", fixture.get("/v1/sandboxes").body());
            conforms(schemas, "Guardrails", fixture.get("/v1/guardrails").body());
            conforms(
                    schemas,
                    "GuardrailsInForce",
                    fixture.put("/v1/guardrails", "{\"rego\":{}}").body());
            conforms(
                    schemas,
                    "GuardrailsHistory",
                    fixture.get("/v1/guardrails/history").body());
            conforms(
                    schemas,
                    "PastGuardrails",
                    fixture.get("/v1/guardrails/history/3").body());
            conforms(
                    schemas,
                    "GuardrailsDiff",
                    fixture.get("/v1/guardrails/history/diff?from=3").body());
            conforms(
                    schemas,
                    "EffectivePolicy",
                    fixture.get("/v1/sandboxes/sb-1/effective").body());
            conforms(
                    schemas,
                    "Trials",
                    fixture.put("/v1/sandboxes/sb-1/candidate", "{}").body());
            conforms(schemas, "TrialList", fixture.get("/v1/trials").body());
            conforms(
                    schemas,
                    "SandboxTunnels",
                    fixture.get("/v1/sandboxes/sb-1/tunnels").body());
            conforms(
                    schemas,
                    "SandboxHistory",
                    fixture.get("/v1/sandboxes/sb-1/history").body());
            conforms(
                    schemas,
                    "SubmittedDocuments",
                    fixture.get("/v1/sandboxes/sb-1/history/2").body());
            conforms(
                    schemas,
                    "Candidate",
                    fixture.get("/v1/sandboxes/sb-1/candidate").body());
            fixture.candidates.begin("sb-1", 1);
            conforms(
                    schemas,
                    "CandidateReport",
                    fixture.get("/v1/sandboxes/sb-1/candidate/report").body());
            conforms(schemas, "PendingChanges", fixture.get("/v1/approvals").body());
            String change = "/v1/approvals/" + RecordingApprovals.CHANGE.id();
            conforms(schemas, "PendingChange", fixture.get(change).body());
            conforms(schemas, "RemovedChange", fixture.delete(change).body());
            conforms(schemas, "RuleReport", fixture.get("/v1/guardrails/report").body());
            conforms(schemas, "Rules", fixture.get("/v1/rules").body());
            conforms(schemas, "AuditRecords", fixture.get("/v1/audit").body());
            conforms(schemas, "Ready", fixture.get("/readyz").body());
            conforms(schemas, "Health", fixture.get("/healthz?verbose").body());
            conforms(
                    schemas,
                    "Problem",
                    fixture.put("/v1/sandboxes/sb-1", "{\"leese\":1}").body());
        }
    }

    /** Members only: each one that came is described, each one that is required came. */
    private static void conforms(JsonNode schemas, String name, String answer) {
        JsonNode schema = schemas.get(name);
        JsonNode document = JSON.readTree(answer);
        Set<String> described = new TreeSet<>(schema.get("properties").propertyNames());
        Set<String> came = new TreeSet<>(document.propertyNames());
        assertThat(described).as(name).containsAll(came);
        schema.get("required").forEach(member -> assertThat(came).as(name).contains(member.asString()));
    }
}
