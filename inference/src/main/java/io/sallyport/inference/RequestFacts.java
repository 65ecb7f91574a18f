package io.sallyport.inference;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway reads of a request.
 *
 * @param maxTokens of each answer; null if the request does not say
 * @param limit the path of the member that bounds the output, present or to be added; empty if there is none
 * @param choices how many answers are wanted
 * @param inputTokens an estimate
 */
record RequestFacts(
        @Nullable String model,
        boolean stream,
        @Nullable Integer maxTokens,
        List<String> limit,
        int choices,
        List<String> tools,
        int messages,
        long inputTokens) {
    static RequestFacts ofPath(@Nullable String model) {
        return new RequestFacts(model, false, null, List.of(), 1, List.of(), 0, 0);
    }

    RequestFacts withModel(String name) {
        return new RequestFacts(
                model == null ? null : name, stream, maxTokens, limit, choices, tools, messages, inputTokens);
    }

    RequestFacts withMaxTokens(int tokens) {
        return new RequestFacts(model, stream, tokens, limit, choices, tools, messages, inputTokens);
    }
}
