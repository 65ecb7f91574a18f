package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.audit.rules.RuleEffect;
import io.sallyport.audit.rules.RuleRow;
import io.sallyport.control.calls.Control;
import io.sallyport.model.answer.OwnReply;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The calls about counts of rules. Immutable. */
final class ReportCalls {
    private final Control control;
    private final RuleCounts counts;

    ReportCalls(Control control, RuleCounts counts) {
        this.control = control;
        this.counts = counts;
    }

    /** Answers what each rule in report mode would have refused. */
    OwnReply.Whole report() {
        return OwnReply.json(200, JsonAnswers.object(json -> {
            time(json, "since", counts.sinceMillis());
            candidate(json);
            json.writeArrayPropertyStart("rules");
            for (RuleRow row : counts.rows(RuleEffect.WOULD_DENY)) {
                json.writeStartObject();
                hits(json, row);
                named(json, "hosts", row.hosts());
                json.writeNumberProperty("other_hosts", row.otherHosts());
                named(json, "sandboxes", row.sandboxes());
                json.writeNumberProperty("other_sandboxes", row.otherSandboxes());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberProperty("other_rules", counts.others(RuleEffect.WOULD_DENY));
            json.writeNumberProperty("not_asked", counts.notAsked());
        }));
    }

    /** Answers how often each rule and grant decided; guardrails without a hit come last. */
    OwnReply.Whole rules() {
        Set<String> quiet = new HashSet<>(control.guardrailRules());
        return OwnReply.json(200, JsonAnswers.object(json -> {
            time(json, "since", counts.sinceMillis());
            json.writeArrayPropertyStart("rules");
            for (RuleEffect effect : RuleEffect.values()) {
                for (RuleRow row : counts.rows(effect)) {
                    quiet.remove(row.rule());
                    json.writeStartObject();
                    json.writeStringProperty("verdict", effect.word());
                    hits(json, row);
                    json.writeEndObject();
                }
            }
            quiet.stream().sorted().forEach(rule -> {
                json.writeStartObject();
                json.writeStringProperty("rule", rule);
                json.writeNumberProperty("hits", 0);
                json.writeEndObject();
            });
            json.writeEndArray();
            json.writeObjectPropertyStart("others");
            for (RuleEffect effect : RuleEffect.values()) {
                json.writeNumberProperty(effect.word(), counts.others(effect));
            }
            json.writeEndObject();
        }));
    }

    /** Writes which candidate is asked, if there is one. */
    private void candidate(JsonGenerator json) {
        String digest = control.candidate().digest();
        if (!digest.isEmpty()) {
            json.writeStringProperty("candidate", digest);
        }
    }

    private static void hits(JsonGenerator json, RuleRow row) {
        json.writeStringProperty("rule", row.rule());
        json.writeNumberProperty("hits", row.hits());
        time(json, "first", row.firstMillis());
        time(json, "last", row.lastMillis());
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
