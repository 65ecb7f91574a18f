package io.sallyport.inference;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of the members of one operation's request that the gateway reads.
 *
 * @param limits the paths of members that bound the output, in tokens; the first is the one that is added where none is
 *     there
 * @param messages the member that holds the messages, or what is embedded; empty if there is none
 * @param tools the members that offer tools
 * @param choices the path of the member that says how many answers are wanted; empty if there is none
 */
record RequestMembers(List<List<String>> limits, String messages, List<String> tools, List<String> choices) {
    static final String MODEL = "model";
    static final String STREAM = "stream";
    static final List<String> USAGE_IN_STREAM = List.of("stream_options", "include_usage");

    private static final RequestMembers NONE = of("", List.of());

    private static RequestMembers of(String messages, List<List<String>> limits) {
        return new RequestMembers(limits, messages, List.of(), List.of());
    }

    private RequestMembers withTools(String... names) {
        return new RequestMembers(limits, messages, List.of(names), choices);
    }

    private RequestMembers withChoices(String... path) {
        return new RequestMembers(limits, messages, tools, List.of(path));
    }

    private static final RequestMembers CHAT = of(
                    "messages", List.of(List.of("max_completion_tokens"), List.of("max_tokens")))
            .withTools("tools", "functions")
            .withChoices("n");
    private static final RequestMembers COMPLETION =
            of("prompt", List.of(List.of("max_tokens"))).withChoices("n");
    private static final RequestMembers RESPONSE =
            of("input", List.of(List.of("max_output_tokens"))).withTools("tools");
    private static final RequestMembers MESSAGE =
            of("messages", List.of(List.of("max_tokens"))).withTools("tools", "mcp_servers");
    private static final RequestMembers CONTENT = of(
                    "contents", List.of(List.of("generationConfig", "maxOutputTokens")))
            .withTools("tools")
            .withChoices("generationConfig", "candidateCount");
    private static final RequestMembers OLLAMA_MESSAGE =
            of("messages", List.of(List.of("options", "num_predict"))).withTools("tools");
    private static final RequestMembers OLLAMA_PROMPT = of("prompt", List.of(List.of("options", "num_predict")));
    private static final RequestMembers INPUT = of("input", List.of());
    private static final RequestMembers PROMPT = of("prompt", List.of());
    private static final RequestMembers CONTENT_ONLY = of("content", List.of());
    private static final RequestMembers REQUESTS = of("requests", List.of());

    /** Returns the members of that operation. */
    static RequestMembers of(ModelOperation operation) {
        return switch (operation) {
            case CHAT_COMPLETIONS -> CHAT;
            case COMPLETIONS -> COMPLETION;
            case RESPONSES -> RESPONSE;
            case MESSAGES, COUNT_TOKENS -> MESSAGE;
            case GENERATE_CONTENT, STREAM_GENERATE_CONTENT, GEMINI_COUNT_TOKENS -> CONTENT;
            case OLLAMA_CHAT -> OLLAMA_MESSAGE;
            case OLLAMA_GENERATE -> OLLAMA_PROMPT;
            case EMBEDDINGS, SPEECH, OLLAMA_EMBED -> INPUT;
            case OLLAMA_EMBEDDINGS -> PROMPT;
            case EMBED_CONTENT -> CONTENT_ONLY;
            case BATCH_EMBED_CONTENTS -> REQUESTS;
            case TRANSCRIPTIONS,
                    AUDIO_TRANSLATIONS,
                    MODELS,
                    MODEL,
                    ANTHROPIC_MODELS,
                    ANTHROPIC_MODEL,
                    GEMINI_MODELS,
                    GEMINI_MODEL,
                    OLLAMA_SHOW,
                    OLLAMA_TAGS,
                    OLLAMA_PS,
                    OLLAMA_VERSION -> NONE;
        };
    }

    /** Returns the members inside of other members that are read: their outer name and their own. */
    List<List<String>> nested() {
        List<List<String>> nested = new ArrayList<>(limits);
        nested.add(choices);
        nested.add(USAGE_IN_STREAM);
        nested.removeIf(path -> path.size() < 2);
        return nested;
    }

    /** Returns the outermost names that are read. */
    Set<String> outer() {
        Set<String> outer = new HashSet<>(tools);
        limits.forEach(path -> outer.add(path.getFirst()));
        choices.stream().findFirst().ifPresent(outer::add);
        outer.add(messages);
        outer.add("generateContentRequest");
        outer.add(USAGE_IN_STREAM.getFirst());
        outer.remove("");
        return outer;
    }
}
