package io.sallyport.model;

import java.util.List;

/**
 * A request of a model as far as policy sees it ({@code input.model}): what goes to which backend, never its text.
 * Immutable.
 *
 * @param provider the operator's name of the backend
 * @param isLocal whether the operator says that the backend runs on machines of their own
 * @param api the form of the request, such as {@code openai}
 * @param operation such as {@code chat_completions}
 * @param tools names of the tools that the model is offered, sorted
 * @param messages how many messages or texts
 * @param bytes of the body
 * @param maxTokens the most tokens of output that it asks for, 0 if it does not say
 * @param isStreamed whether the answer comes in pieces
 */
public record ModelInvocation(
        String provider,
        boolean isLocal,
        String api,
        String operation,
        List<String> tools,
        int messages,
        long bytes,
        long maxTokens,
        boolean isStreamed) {
    public ModelInvocation {
        tools = List.copyOf(tools);
    }
}
