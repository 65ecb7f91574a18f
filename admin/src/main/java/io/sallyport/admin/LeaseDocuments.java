package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseView;
import io.sallyport.control.calls.LeaseControl.MetricAnswer;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of answers about leases. {@code openapi.json} describes each form. */
final class LeaseDocuments {
    private LeaseDocuments() {}

    static String lease(LeaseView view, AdminSettings settings) {
        return JsonAnswers.object(json -> {
            whole(json, view);
            credential(json, view, settings, null);
        });
    }

    static String inForce(LeaseAnswer.InForce answer, AdminSettings settings) {
        return JsonAnswers.object(json -> {
            whole(json, answer.view());
            JsonAnswers.diagnostics(json, answer.diagnostics());
            JsonAnswers.receipt(json, answer.receipt());
            credential(json, answer.view(), settings, answer.value());
        });
    }

    static String metric(MetricAnswer.Taken taken) {
        return JsonAnswers.object(json -> {
            json.writeBooleanProperty("counted", taken.counted());
            json.writeStringProperty("state", taken.state());
            JsonAnswers.amounts(json, "remaining", taken.remaining());
        });
    }

    private static void whole(JsonGenerator json, LeaseView view) {
        json.writeStringProperty("lease_id", view.id().text());
        json.writeStringProperty("state", view.state());
        String lease = view.lease();
        if (lease == null) {
            return;
        }
        SandboxId parent = view.parent();
        if (parent != null) {
            json.writeStringProperty("parent", parent.text());
        }
        WorkspaceId workspace = view.workspace();
        text(json, "workspace", workspace == null ? null : workspace.text());
        JsonAnswers.strings(json, "subject", view.subject());
        text(json, "sandbox", view.sandbox());
        text(json, "audience", view.audience());
        json.writeObjectPropertyStart("effective");
        json.writeName("lease");
        json.writeRawValue(lease);
        json.writeObjectPropertyStart("lease_constraints");
        text(json, "expires_at", view.expiresAt());
        limits(json, view);
        json.writeEndObject();
        json.writeEndObject();
        JsonAnswers.amounts(json, "remaining", view.remaining());
    }

    /** Writes the credential. Its constraints are those that the gateway itself enforces. */
    private static void credential(JsonGenerator json, LeaseView view, AdminSettings settings, @Nullable String value) {
        if (view.lease() == null) {
            return;
        }
        json.writeObjectPropertyStart("credential");
        json.writeStringProperty("id", view.id().text());
        json.writeStringProperty("scheme", "bearer");
        text(json, "value", value);
        json.writeStringProperty("endpoint", settings.proxy().of(view.id()));
        json.writeStringProperty("profile", "generic");
        json.writeObjectPropertyStart("constraints");
        text(json, "expires_at", view.expiresAt());
        limits(json, view);
        if (!view.budget().isEmpty()) {
            JsonAnswers.strings(json, "cost.budget", view.budget());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void limits(JsonGenerator json, LeaseView view) {
        Integer most = view.maxUses();
        if (most != null) {
            json.writeNumberProperty("max_uses", most);
        }
        if (!view.hosts().isEmpty()) {
            json.writeObjectPropertyStart("hosts");
            view.hosts().forEach((hosts, limits) -> {
                json.writeObjectPropertyStart(hosts);
                limits.forEach(json::writeNumberProperty);
                json.writeEndObject();
            });
            json.writeEndObject();
        }
    }

    private static void text(JsonGenerator json, String name, @Nullable String text) {
        if (text != null) {
            json.writeStringProperty(name, text);
        }
    }
}
