package io.sallyport.decision.explain;

import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.decision.explain.Suggestion.Proposal;
import io.sallyport.model.answer.DecisionJson;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a suggestion as one JSON object; {@code openapi.json} describes it. Queries of requests are left out. */
public final class SuggestionJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SuggestionJson() {}

    public static String text(Suggestion suggestion) {
        var out = new StringWriter(1_024);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("proposals");
            suggestion.proposals().forEach(proposal -> proposal(json, proposal));
            json.writeEndArray();
            json.writeArrayPropertyStart("requests");
            suggestion.outcomes().forEach(outcome -> outcome(json, outcome));
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toString();
    }

    private static void proposal(JsonGenerator json, Proposal proposal) {
        json.writeStartObject();
        ExplanationJson.additions(json, proposal.additions());
        json.writeNumberProperty("requests", proposal.questions());
        json.writeStringProperty("opens", proposal.opens());
        json.writeEndObject();
    }

    private static void outcome(JsonGenerator json, Outcome outcome) {
        json.writeStartObject();
        ExplanationJson.question(json, outcome.question());
        json.writeName("now");
        DecisionJson.write(json, outcome.now());
        json.writeName("then");
        DecisionJson.write(json, outcome.then());
        json.writeEndObject();
    }
}
