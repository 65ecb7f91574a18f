package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.admin.answer.NotDurable;
import io.sallyport.admin.proxy.ProxyVariables;
import io.sallyport.admin.sandbox.TrialDocuments;
import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.calls.Control.ApiServerView;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxView;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.placeholder.PlaceholderFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of answers. {@code openapi.json} describes each form. */
final class AnswerDocuments {
    private AnswerDocuments() {}

    static String sandbox(SandboxView view) {
        return JsonAnswers.object(json -> whole(json, view));
    }

    /** @param proxyUrl the one that the variables name */
    static String inForce(SandboxAnswer.InForce answer, AdminSettings settings, String proxyUrl) {
        return JsonAnswers.object(json -> {
            SandboxView view = answer.view();
            summary(json, view);
            JsonAnswers.strings(json, "allowed", view.allowed());
            counters(json, view.counters());
            JsonAnswers.amounts(json, "budgets", view.remaining());
            JsonAnswers.diagnostics(json, answer.diagnostics());
            JsonAnswers.receipt(json, answer.receipt());
            confirmed(json, answer.confirmed());
            apiServers(json, view.apiServers());
            json.writeObjectPropertyStart("proxy");
            json.writeStringProperty("url", settings.proxy().of(view.id()));
            json.writeStringProperty("username", view.id().text());
            json.writeEndObject();
            json.writeStringProperty("ca_pem", view.caPem());
            fetch(json, settings.fetchUrl(), answer.fresh());
            fresh(json, view.id(), settings, proxyUrl, answer.fresh());
        });
    }

    private static void confirmed(JsonGenerator json, @Nullable Confirmation confirmed) {
        if (confirmed != null) {
            json.writeObjectPropertyStart("confirmed");
            json.writeNumberProperty("gateways", confirmed.gateways());
            json.writeNumberProperty("of", confirmed.of());
            json.writeEndObject();
        }
    }

    private static void fetch(JsonGenerator json, @Nullable String url, @Nullable Tokens fresh) {
        if (url == null) {
            return;
        }
        json.writeObjectPropertyStart("fetch");
        json.writeStringProperty("url", url);
        if (fresh != null) {
            json.writeStringProperty("token", fresh.fetchToken());
        }
        json.writeEndObject();
    }

    private static void fresh(
            JsonGenerator json, SandboxId id, AdminSettings settings, String proxyUrl, @Nullable Tokens fresh) {
        if (fresh == null) {
            return;
        }
        json.writeStringProperty("token", fresh.proxyToken());
        JsonAnswers.strings(json, "env", ProxyVariables.of(proxyUrl, settings.fetchUrl(), id, fresh));
        files(json, fresh.placeholders().files());
    }

    private static void files(JsonGenerator json, List<PlaceholderFile> files) {
        if (files.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("files");
        for (PlaceholderFile file : files) {
            json.writeStartObject();
            json.writeStringProperty("variable", file.variable());
            json.writeStringProperty("value", file.value());
            json.writeStringProperty("name", file.name());
            json.writeStringProperty("text", file.text());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** @param next the id after which the next page begins, or null on the last page */
    static String sandboxes(List<SandboxView> page, @Nullable String next) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("sandboxes");
            for (SandboxView view : page) {
                json.writeStartObject();
                summary(json, view);
                json.writeEndObject();
            }
            json.writeEndArray();
            if (next != null) {
                json.writeStringProperty("next", next);
            }
        });
    }

    private static void summary(JsonGenerator json, SandboxView view) {
        json.writeStringProperty("id", view.id().text());
        json.writeNumberProperty("generation", view.generation());
        json.writeStringProperty("digest", view.digest());
        json.writeStringProperty("status", view.status());
        json.writeStringProperty("phase", view.phase().word());
        if (view.run() != null) {
            json.writeStringProperty("run", view.run());
        }
        JsonAnswers.strings(json, "labels", view.labels());
        if (view.expiresAt() != null) {
            json.writeStringProperty("expires_at", view.expiresAt());
        }
        SandboxId parent = view.parent();
        if (parent != null) {
            json.writeStringProperty("parent", parent.text());
        }
        WorkspaceId workspace = view.workspace();
        if (workspace != null) {
            json.writeStringProperty("workspace", workspace.text());
        }
        TrialDocuments.terms(json, view.trials());
    }

    private static void whole(JsonGenerator json, SandboxView view) {
        summary(json, view);
        JsonAnswers.strings(json, "allowed", view.allowed());
        json.writeStringProperty("ca_pem", view.caPem());
        counters(json, view.counters());
        JsonAnswers.amounts(json, "budgets", view.remaining());
        JsonAnswers.diagnostics(json, view.diagnostics());
        apiServers(json, view.apiServers());
    }

    private static void apiServers(JsonGenerator json, List<ApiServerView> servers) {
        if (servers.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("api_servers");
        for (ApiServerView server : servers) {
            json.writeStartObject();
            json.writeStringProperty("name", server.name());
            json.writeStringProperty("state", server.state());
            if (server.failure() != null) {
                json.writeStringProperty("failure", server.failure());
            }
            if (server.exitStatus() != null) {
                json.writeNumberProperty("exit_status", server.exitStatus());
            }
            if (!server.lastLines().isEmpty()) {
                json.writeArrayPropertyStart("last_lines");
                server.lastLines().forEach(json::writeString);
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void counters(JsonGenerator json, Map<String, Long> counters) {
        json.writeObjectPropertyStart("counters");
        new TreeMap<>(counters).forEach(json::writeNumberProperty);
        json.writeEndObject();
    }

    static String guardrails(GuardrailsView view) {
        return JsonAnswers.object(json -> {
            json.writeNumberProperty("epoch", view.epoch());
            json.writeStringProperty("digest", view.digest());
            if (view.revision() != null) {
                json.writeStringProperty("revision", view.revision());
            }
            JsonAnswers.strings(json, "rego", view.rego());
            if (view.data() != null) {
                json.writeName("data");
                json.writeRawValue(view.data());
            }
        });
    }

    /**
     * @param status what became of them: {@code loaded}, {@code reporting}, {@code removed}, or {@code checked} alone
     */
    static String guardrailsInForce(GuardrailsAnswer.InForce answer, String status) {
        boolean dryRun = status.equals(GuardrailCalls.CHECKED);
        return JsonAnswers.object(json -> {
            json.writeStringProperty("digest", answer.view().digest());
            if (status.equals(GuardrailCalls.LOADED)) {
                json.writeNumberProperty("epoch", answer.view().epoch());
            }
            json.writeStringProperty("status", status);
            json.writeBooleanProperty("dry_run", dryRun);
            json.writeBooleanProperty("durable", !dryRun && answer.durable());
            List<Diagnostic> all = new ArrayList<>(answer.diagnostics());
            if (!answer.durable()) {
                all.add(NotDurable.diagnostic("those of before are in force after the restart"));
            }
            JsonAnswers.diagnostics(json, all);
            JsonAnswers.strings(
                    json,
                    "refused_sandboxes",
                    answer.refusedSandboxes().stream().map(SandboxId::text).toList());
        });
    }
}
