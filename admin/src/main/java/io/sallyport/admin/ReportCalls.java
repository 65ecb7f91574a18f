package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.audit.rules.RuleRow;
import io.sallyport.model.answer.OwnReply;
import java.time.Instant;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The calls about counts of rules. Immutable. */
final class ReportCalls {
    private final RuleCounts rules;

    ReportCalls(RuleCounts rules) {
        this.rules = rules;
    }

    /** Answers what each rule in report mode would have refused. */
    OwnReply.Whole report() {
        return OwnReply.json(200, JsonAnswers.object(json -> {
            time(json, "since", rules.sinceMillis());
            json.writeArrayPropertyStart("rules");
            rules.rows().forEach(row -> write(json, row));
            json.writeEndArray();
            json.writeNumberProperty("other_rules", rules.otherRules());
            json.writeNumberProperty("not_asked", rules.notAsked());
        }));
    }

    private static void write(JsonGenerator json, RuleRow row) {
        json.writeStartObject();
        json.writeStringProperty("rule", row.rule());
        json.writeNumberProperty("hits", row.hits());
        time(json, "first", row.firstMillis());
        time(json, "last", row.lastMillis());
        named(json, "hosts", row.hosts());
        json.writeNumberProperty("other_hosts", row.otherHosts());
        named(json, "sandboxes", row.sandboxes());
        json.writeNumberProperty("other_sandboxes", row.otherSandboxes());
        json.writeEndObject();
    }

    private static void named(JsonGenerator json, String name, List<RuleRow.Named> counts) {
        json.writeArrayPropertyStart(name);
        for (RuleRow.Named one : counts) {
            json.writeStartObject();
            json.writeStringProperty("name", one.name());
            json.writeNumberProperty("hits", one.hits());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void time(JsonGenerator json, String name, long millis) {
        json.writeStringProperty(name, Instant.ofEpochMilli(millis).toString());
    }
}
