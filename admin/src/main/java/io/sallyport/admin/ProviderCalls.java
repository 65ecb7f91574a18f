package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.LoginReport;
import io.sallyport.control.calls.ProviderReport;
import io.sallyport.model.answer.OwnReply;
import java.time.Instant;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The call about providers, and logins that were made inside of sandboxes. Immutable. */
final class ProviderCalls {
    private final ProviderReport.Source source;
    private final LoginReport.Source logins;

    ProviderCalls(ProviderReport.Source source, LoginReport.Source logins) {
        this.source = source;
        this.logins = logins;
    }

    /** Answers which providers there are, whether each has its secret, when it was used last, and the logins. */
    OwnReply.Whole list() {
        return OwnReply.json(200, JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("providers");
            source.providers().forEach(provider -> write(json, provider));
            json.writeEndArray();
            json.writeArrayPropertyStart("logins");
            logins.logins().forEach(login -> write(json, login));
            json.writeEndArray();
        }));
    }

    private static void write(JsonGenerator json, ProviderReport provider) {
        json.writeStartObject();
        json.writeStringProperty("name", provider.name());
        json.writeBooleanProperty("ready", provider.problem() == null);
        if (provider.problem() != null) {
            json.writeStringProperty("problem", provider.problem());
        }
        if (provider.endMillis() != null) {
            json.writeStringProperty(
                    "ends", Instant.ofEpochMilli(provider.endMillis()).toString());
        }
        texts(json, "endpoints", provider.endpoints());
        texts(json, "variables", provider.variables());
        texts(json, "sandboxes", provider.sandboxes());
        json.writeNumberProperty("uses", provider.uses());
        ProviderReport.LastUse last = provider.last();
        if (last != null) {
            json.writeObjectPropertyStart("last_use");
            json.writeStringProperty(
                    "time", Instant.ofEpochMilli(last.timeMillis()).toString());
            json.writeStringProperty("audit_id", last.auditId());
            if (last.sandbox() != null) {
                json.writeStringProperty("sandbox", last.sandbox());
            }
            if (last.host() != null) {
                json.writeStringProperty("host", last.host());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, LoginReport login) {
        json.writeStartObject();
        json.writeStringProperty("name", login.name());
        json.writeStringProperty("sandbox", login.sandbox());
        json.writeStringProperty("token", login.token());
        texts(json, "endpoints", login.endpoints());
        if (login.end() != null) {
            json.writeStringProperty("ends", login.end().toString());
        }
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }
}
