package io.sallyport.model.answer;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Decision;
import io.sallyport.model.SkillNote;
import io.sallyport.model.message.Inquiry;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the answers of the decision API: one object, or an array in the order of the questions. */
public final class RulingJson {
    private static final JsonFactory JSON = new JsonFactory();

    private RulingJson() {}

    /** Returns the answer to one question, UTF-8. */
    public static byte[] one(Ruling ruling) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(json, ruling);
        }
        return out.toByteArray();
    }

    /** Returns the answers to a batch, UTF-8. */
    public static byte[] all(List<Ruling> rulings) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512 * (rulings.size() + 1));
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartArray();
            rulings.forEach(ruling -> write(json, ruling));
            json.writeEndArray();
        }
        return out.toByteArray();
    }

    /**
     * Returns the ruling in OPA's form, {@code {"result": ..., "decision_id"}}, with a result of the decision contract.
     */
    public static byte[] contract(Ruling ruling) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeName("result");
            DecisionJson.writeShown(json, ruling.decision());
            json.writeStringProperty("decision_id", ruling.auditId());
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, Ruling ruling) {
        json.writeStartObject();
        json.writeBooleanProperty("allow", ruling.isAllowed());
        switch (ruling.decision()) {
            case Decision.Deny deny -> ruling.refusal(deny).members(json);
            case Decision.Allow allow -> {
                json.writeStringProperty("code", allow.reason().code());
                json.writeStringProperty("reason", allow.reason().word());
                json.writeStringProperty("rule", allow.rule());
                SkillNote note = ruling.note();
                DecisionJson.obligations(
                        json,
                        allow.obligations(),
                        note == null ? 0 : note.timeoutMillis(),
                        note == null ? 0 : note.maxBytes());
            }
        }
        if (ruling.retryAfterMillis() > 0) {
            json.writeNumberProperty("retry_after_ms", ruling.retryAfterMillis());
        }
        json.writeStringProperty("skill_id", ruling.skill());
        action(json, ruling.inquiry());
        json.writeStringProperty("decision_id", ruling.auditId());
        json.writeNumberProperty("generation", ruling.generation());
        json.writeNumberProperty("ttl_ms", 0); // a change of policy applies to the next question
        json.writeEndObject();
    }

    private static void action(JsonGenerator json, @Nullable Inquiry inquiry) {
        if (inquiry == null) {
            return;
        }
        if (inquiry.question() instanceof CanonicalAction action) {
            json.writeObjectPropertyStart("action");
            json.writeStringProperty("capability", action.capability());
            json.writeStringProperty("target", action.target());
            json.writeEndObject();
        }
        if (inquiry.dryRun()) {
            json.writeBooleanProperty("dry_run", true);
        }
    }
}
