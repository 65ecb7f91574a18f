package io.sallyport.model.answer;

import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Reported;
import java.io.StringWriter;
import java.util.Collection;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a decision as the document {@code data.sallyport.decision} (decision contract, version 1). */
public final class DecisionJson {
    private static final JsonFactory JSON = new JsonFactory();

    private DecisionJson() {}

    public static String text(Decision decision) {
        var out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(json, decision);
        }
        return out.toString();
    }

    /** Writes one object, with what rules in report mode said. */
    public static void write(JsonGenerator json, Decision decision) {
        write(json, decision, decision.reported());
    }

    /** Writes one object as a sandbox may see it: what is only reported is left out. */
    static void writeShown(JsonGenerator json, Decision decision) {
        write(json, decision, Reported.NONE);
    }

    private static void write(JsonGenerator json, Decision decision, Reported reported) {
        json.writeStartObject();
        json.writeBooleanProperty("allow", decision instanceof Decision.Allow);
        json.writeStringProperty("reason", decision.reason().word());
        json.writeStringProperty("rule", decision.rule());
        switch (decision) {
            case Decision.Allow allow -> {
                json.writeStringProperty("mode", allow.mode().word());
                obligations(json, allow.obligations());
                denies(json, "denies", List.of());
            }
            case Decision.Deny deny -> {
                json.writeStringProperty("mode", Mode.ENFORCE.word());
                obligations(json, Obligations.NONE);
                denies(json, "denies", deny.denies());
            }
        }
        if (reported.wouldDeny()) {
            denies(json, "reported", reported.denies());
        }
        json.writeEndObject();
    }

    private static void obligations(JsonGenerator json, Obligations obligations) {
        obligations(json, obligations, 0, 0);
    }

    /** Writes the obligations and the limits of a skill's call; 0 for no limit. */
    static void obligations(JsonGenerator json, Obligations obligations, long timeoutMillis, long maxBytes) {
        json.writeObjectPropertyStart("obligations");
        json.writeBooleanProperty("intercept", obligations.intercept());
        strings(json, "credentials", obligations.credentials());
        json.writeStringProperty("rate", obligations.rate());
        strings(json, "redact", obligations.redact());
        if (!obligations.addresses().isEmpty()) {
            strings(json, "addresses", obligations.addresses());
        }
        if (timeoutMillis > 0) {
            json.writeNumberProperty("timeout_ms", timeoutMillis);
        }
        if (maxBytes > 0) {
            json.writeNumberProperty("max_bytes", maxBytes);
        }
        json.writeEndObject();
    }

    private static void denies(JsonGenerator json, String name, List<Decision.DenyRule> denies) {
        json.writeArrayPropertyStart(name);
        for (Decision.DenyRule deny : denies) {
            json.writeStartObject();
            json.writeStringProperty("rule", deny.rule());
            json.writeStringProperty("message", deny.message());
            if (deny.hint() != null) {
                json.writeStringProperty("hint", deny.hint());
            }
            if (deny.ask()) {
                json.writeBooleanProperty("ask", true);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void strings(JsonGenerator json, String name, Collection<String> strings) {
        json.writeArrayPropertyStart(name);
        strings.stream().sorted().forEach(json::writeString);
        json.writeEndArray();
    }
}
