package io.sallyport.admin.sandbox;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.audit.rules.CandidateReport;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.TrialControl.CandidateView;
import io.sallyport.control.calls.TrialControl.TrialView;
import io.sallyport.model.answer.TrialTerms;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of what is tried at a sandbox. {@code openapi.json} describes each form. */
public final class TrialDocuments {
    /** Limit of the sandboxes in one list; the rest is counted. */
    private static final int MAX_LISTED = 1_000;

    private TrialDocuments() {}

    public static String list(List<TrialView> trials) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("trials");
            for (TrialView trial : trials.subList(0, Math.min(trials.size(), MAX_LISTED))) {
                json.writeStartObject();
                json.writeStringProperty("id", trial.id().text());
                json.writeNumberProperty("generation", trial.generation());
                terms(json, trial.terms());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberProperty("others", Math.max(0, trials.size() - MAX_LISTED));
        });
    }

    /** Returns the answer to a change. It shows nothing of the sandbox that its caller could not read. */
    public static String inForce(SandboxAnswer.InForce answer) {
        return JsonAnswers.object(json -> {
            json.writeStringProperty("id", answer.view().id().text());
            json.writeNumberProperty("generation", answer.view().generation());
            terms(json, answer.view().trials());
            JsonAnswers.diagnostics(json, answer.diagnostics());
        });
    }

    /** Writes what is tried, as members of a sandbox; nothing if nothing is. */
    public static void terms(JsonGenerator json, TrialTerms trials) {
        until(json, "candidate", trials.candidate());
        until(json, "report_mode", trials.reportMode());
    }

    private static void until(JsonGenerator json, String name, @Nullable Instant until) {
        if (until != null) {
            json.writeObjectPropertyStart(name);
            json.writeStringProperty("until", until.toString());
            json.writeEndObject();
        }
    }

    public static String candidate(CandidateView view) {
        return JsonAnswers.object(json -> {
            view(json, view);
            JsonAnswers.strings(json, "allowed", view.allowed());
        });
    }

    public static String report(CandidateView view, CandidateReport report) {
        return JsonAnswers.object(json -> {
            view(json, view);
            time(json, "since", report.sinceMillis());
            json.writeNumberProperty("requests", report.requests());
            side(json, "newly_allowed", report.newlyAllowed());
            side(json, "newly_refused", report.newlyRefused());
            json.writeNumberProperty("not_asked", report.notAsked());
            json.writeNumberProperty("max_rows", CandidateCounts.MAX_ROWS);
        });
    }

    private static void view(JsonGenerator json, CandidateView view) {
        json.writeStringProperty("id", view.id().text());
        json.writeStringProperty("digest", view.digest());
        json.writeNumberProperty("generation", view.generation());
        json.writeStringProperty("until", view.until().toString());
        json.writeStringProperty("status", view.loads() ? "reporting" : "refused");
    }

    private static void side(JsonGenerator json, String name, CandidateReport.Side side) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("requests", side.requests());
        json.writeNumberProperty("others", side.others());
        json.writeArrayPropertyStart("rows");
        side.rows().forEach(row -> row(json, row));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void row(JsonGenerator json, CandidateReport.Row row) {
        json.writeStartObject();
        json.writeNumberProperty("hits", row.hits());
        text(json, "host", row.host());
        text(json, "method", row.method());
        text(json, "path", row.path());
        text(json, "rule", row.rule());
        json.writeStringProperty("audit_id", row.auditId());
        time(json, "first", row.firstMillis());
        time(json, "last", row.lastMillis());
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String name, @Nullable String text) {
        if (text != null) {
            json.writeStringProperty(name, text);
        }
    }

    private static void time(JsonGenerator json, String name, long millis) {
        json.writeStringProperty(name, Instant.ofEpochMilli(millis).toString());
    }
}
