package io.sallyport.decision.explain;

import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.decision.explain.Explanation.Change;
import io.sallyport.decision.explain.Explanation.Covering;
import io.sallyport.decision.explain.Explanation.Granting;
import io.sallyport.decision.explain.Explanation.Narrowing;
import io.sallyport.decision.explain.Explanation.Near;
import io.sallyport.decision.explain.Explanation.Standing;
import io.sallyport.decision.explain.Explanation.Step;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Provenance;
import io.sallyport.model.Question;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.DecisionJson;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes an explanation as one JSON object; {@code openapi.json} describes it. The query of the request is left out.
 */
public final class ExplanationJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ExplanationJson() {}

    public static String text(Explanation explanation) {
        var out = new StringWriter(1_024);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            question(json, explanation.question());
            json.writeName("decision");
            DecisionJson.write(json, explanation.decision());
            json.writeStringProperty("fault", explanation.fault());
            json.writeNumberProperty("generation", explanation.generation());
            json.writeStringProperty("digest", explanation.digest());
            json.writeArrayPropertyStart("steps");
            explanation.steps().forEach(step -> step(json, step));
            json.writeEndArray();
            change(json, explanation.change());
            json.writeStringProperty("hint", explanation.hint());
            json.writeEndObject();
        }
        return out.toString();
    }

    /** A member {@code request}, or {@code action}. */
    static void question(JsonGenerator json, Question question) {
        switch (question) {
            case CanonicalRequest request -> request(json, request);
            case CanonicalAction action -> action(json, action);
        }
    }

    private static void action(JsonGenerator json, CanonicalAction action) {
        json.writeObjectPropertyStart("action");
        json.writeStringProperty("kind", action.kind().word());
        json.writeStringProperty("capability", action.capability());
        json.writeStringProperty("target", action.target());
        json.writeStringProperty("skill", action.skill());
        json.writeEndObject();
    }

    private static void request(JsonGenerator json, CanonicalRequest request) {
        CanonicalPath path = request.path();
        json.writeObjectPropertyStart("request");
        json.writeStringProperty("kind", request.kind().word());
        json.writeStringProperty("scheme", request.scheme().word());
        json.writeStringProperty("host", request.host().text());
        json.writeNumberProperty("port", request.port());
        json.writeStringProperty("method", request.method());
        json.writeStringProperty("path", path == null ? null : path.text());
        json.writeEndObject();
    }

    private static void step(JsonGenerator json, Step step) {
        json.writeStartObject();
        json.writeStringProperty("asked", step.asked());
        json.writeBooleanProperty("passes", step.passes());
        switch (step) {
            case Narrowing narrowing -> {
                json.writeName("decision");
                DecisionJson.write(json, narrowing.said());
            }
            case Standing standing -> {
                json.writeStringProperty(
                        "reason",
                        standing.said() instanceof Verdict.Refuse why
                                ? why.reason().word()
                                : null);
            }
            case Granting granting -> {
                json.writeNumberProperty("grants", granting.grants());
                json.writeArrayPropertyStart("covering");
                granting.covering().forEach(grant -> covering(json, grant));
                json.writeEndArray();
                json.writeArrayPropertyStart("near");
                granting.near().forEach(grant -> near(json, grant));
                json.writeEndArray();
            }
        }
        json.writeEndObject();
    }

    private static void covering(JsonGenerator json, Covering grant) {
        json.writeStartObject();
        json.writeStringProperty("rule", grant.rule());
        json.writeStringProperty("pattern", grant.text());
        at(json, grant.at());
        json.writeBooleanProperty("opens", grant.opens());
        json.writeEndObject();
    }

    private static void near(JsonGenerator json, Near grant) {
        json.writeStartObject();
        json.writeStringProperty("rule", grant.rule());
        json.writeStringProperty("pattern", grant.text());
        at(json, grant.at());
        json.writeArrayPropertyStart("differs");
        grant.differs().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void at(JsonGenerator json, @Nullable Provenance at) {
        if (at != null) {
            json.writeObjectPropertyStart("at");
            json.writeStringProperty("document", at.document());
            json.writeNumberProperty("line", at.line());
            json.writeNumberProperty("column", at.column());
            json.writeStringProperty("layer", at.layer());
            json.writeEndObject();
        }
    }

    static void additions(JsonGenerator json, List<Addition> additions) {
        json.writeArrayPropertyStart("additions");
        for (Addition addition : additions) {
            json.writeStartObject();
            json.writeStringProperty("document", addition.document());
            json.writeStringProperty("text", addition.text());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void change(JsonGenerator json, @Nullable Change change) {
        if (change == null) {
            json.writeNullProperty("change");
            return;
        }
        json.writeObjectPropertyStart("change");
        additions(json, change.additions());
        json.writeName("then");
        DecisionJson.write(json, change.then());
        json.writeEndObject();
    }
}
