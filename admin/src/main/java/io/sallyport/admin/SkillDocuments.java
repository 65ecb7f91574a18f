package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.SkillControl.SkillView;
import io.sallyport.control.calls.SkillControl.SkillsView;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of skills. */
final class SkillDocuments {
    private SkillDocuments() {}

    static String skills(SkillsView view) {
        return JsonAnswers.object(json -> {
            json.writeStringProperty("sandbox", view.id().text());
            json.writeStringProperty("revision", view.revision());
            json.writeStringProperty("registry", view.registry());
            json.writeBooleanProperty("pushed", view.pushed());
            json.writeNumberProperty("count", view.skills().size());
            json.writeArrayPropertyStart("skills");
            view.skills().forEach(skill -> write(json, skill));
            json.writeEndArray();
            JsonAnswers.diagnostics(json, view.diagnostics());
        });
    }

    private static void write(JsonGenerator json, SkillView skill) {
        json.writeStartObject();
        json.writeStringProperty("id", skill.id());
        json.writeStringProperty("version", skill.version());
        json.writeStringProperty("digest", skill.digest());
        json.writeStringProperty("source", skill.source());
        json.writeStringProperty("status", skill.status());
        json.writeBooleanProperty("enabled", skill.enabled());
        json.writeEndObject();
    }
}
