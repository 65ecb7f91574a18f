package io.sallyport.inference;

import static io.sallyport.inference.AnswerValue.CACHED;
import static io.sallyport.inference.AnswerValue.CACHED_ANEW;
import static io.sallyport.inference.AnswerValue.CACHE_READ;
import static io.sallyport.inference.AnswerValue.CACHE_WRITE;
import static io.sallyport.inference.AnswerValue.FINISH;
import static io.sallyport.inference.AnswerValue.FIRST_OUTPUT;
import static io.sallyport.inference.AnswerValue.ID;
import static io.sallyport.inference.AnswerValue.INDEX;
import static io.sallyport.inference.AnswerValue.INPUT;
import static io.sallyport.inference.AnswerValue.MODEL;
import static io.sallyport.inference.AnswerValue.OUTPUT;
import static io.sallyport.inference.AnswerValue.TEXT;
import static io.sallyport.inference.AnswerValue.THOUGHTS;
import static io.sallyport.inference.AnswerValue.TOOL_INPUT;
import static io.sallyport.inference.AnswerValue.TYPE;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in the answers of one API from which values are read. Items of a list are at the place of the list. Immutable
 * once built.
 *
 * <p>Sources: the types of answers in the Python packages {@code openai} 3.57, {@code anthropic} 2.14, {@code
 * google-genai} 3.6 and {@code ollama} 0.6.
 */
final class AnswerPath {
    private static final AnswerPath OPENAI = root().with("usage.prompt_tokens", INPUT)
            .with("usage.completion_tokens", OUTPUT)
            .with("usage.prompt_tokens_details.cached_tokens", CACHED)
            .with("usage.prompt_tokens_details.cache_write_tokens", CACHED_ANEW)
            .with("id", ID)
            .with("model", MODEL)
            .with("choices.index", INDEX)
            .with("choices.finish_reason", FINISH)
            .with("choices.text", TEXT)
            .withSpoken("choices.message")
            .withSpoken("choices.delta");

    private static final AnswerPath RESPONSES = root().withResponse("")
            .withResponse("response.")
            .with("delta", TEXT)
            .with("output.content.text", TEXT)
            .with("output.content.refusal", TEXT)
            .with("output.summary.text", TEXT)
            .with("output.arguments", TEXT)
            .with("output.input", TEXT)
            .with("output_index", INDEX)
            .with("type", TYPE);

    private static final AnswerPath ANTHROPIC = root().withMessageUsage("usage", OUTPUT)
            .withMessageUsage("message.usage", FIRST_OUTPUT)
            .with("content.text", TEXT)
            .with("content.thinking", TEXT)
            .with("content.input", TEXT)
            .with("content_block.text", TEXT)
            .with("delta.text", TEXT)
            .with("delta.thinking", TEXT)
            .with("delta.partial_json", TEXT)
            .with("index", INDEX)
            .with("type", TYPE);

    private static final AnswerPath GEMINI = root().with("usageMetadata.promptTokenCount", INPUT)
            .with("usageMetadata.candidatesTokenCount", OUTPUT)
            .with("usageMetadata.thoughtsTokenCount", THOUGHTS)
            .with("usageMetadata.cachedContentTokenCount", CACHED)
            .with("usageMetadata.toolUsePromptTokenCount", TOOL_INPUT)
            .with("modelVersion", MODEL)
            .with("responseId", ID)
            .with("candidates.index", INDEX)
            .with("candidates.finishReason", FINISH)
            .with("candidates.content.parts.text", TEXT)
            .with("candidates.content.parts.functionCall.name", TEXT)
            .with("candidates.content.parts.functionCall.args", TEXT)
            .with("candidates.content.parts.executableCode.code", TEXT);

    private static final AnswerPath OLLAMA = root().with("prompt_eval_count", INPUT)
            .with("eval_count", OUTPUT)
            .with("model", MODEL)
            .with("response", TEXT)
            .with("thinking", TEXT)
            .with("message.content", TEXT)
            .with("message.thinking", TEXT)
            .with("message.tool_calls.function.name", TEXT)
            .with("message.tool_calls.function.arguments", TEXT);

    private final Map<String, AnswerPath> inner = new HashMap<>();
    private @Nullable AnswerValue value;

    private AnswerPath() {}

    private static AnswerPath root() {
        return new AnswerPath();
    }

    /** Returns the outermost place of an operation's answers. */
    static AnswerPath of(ModelOperation operation) {
        return switch (operation.api()) {
            case OPENAI -> operation == ModelOperation.RESPONSES ? RESPONSES : OPENAI;
            case ANTHROPIC -> ANTHROPIC;
            case GEMINI -> GEMINI;
            case OLLAMA -> OLLAMA;
        };
    }

    private AnswerPath with(String path, AnswerValue says) {
        AnswerPath at = this;
        for (String name : path.split("\\.", -1)) {
            at = at.inner.computeIfAbsent(name, _ -> new AnswerPath());
        }
        at.value = says;
        return this;
    }

    /** Local servers write reasoning as {@code reasoning_content} or {@code reasoning}. */
    private AnswerPath withSpoken(String message) {
        return with(message + ".content", TEXT)
                .with(message + ".refusal", TEXT)
                .with(message + ".reasoning_content", TEXT)
                .with(message + ".reasoning", TEXT)
                .with(message + ".function_call.arguments", TEXT)
                .with(message + ".tool_calls.function.name", TEXT)
                .with(message + ".tool_calls.function.arguments", TEXT)
                .with(message + ".tool_calls.custom.input", TEXT);
    }

    private AnswerPath withResponse(String response) {
        return with(response + "usage.input_tokens", INPUT)
                .with(response + "usage.output_tokens", OUTPUT)
                .with(response + "usage.input_tokens_details.cached_tokens", CACHED)
                .with(response + "usage.input_tokens_details.cache_write_tokens", CACHED_ANEW)
                .with(response + "id", ID)
                .with(response + "model", MODEL);
    }

    private AnswerPath withMessageUsage(String usage, AnswerValue output) {
        return with(usage + ".input_tokens", INPUT)
                .with(usage + ".output_tokens", output)
                .with(usage + ".cache_read_input_tokens", CACHE_READ)
                .with(usage + ".cache_creation_input_tokens", CACHE_WRITE);
    }

    /** Returns the place of a member; null if nothing is read there. */
    @Nullable
    AnswerPath member(String name) {
        return inner.get(name);
    }

    /** Returns what a value here says; null if nothing. */
    @Nullable
    AnswerValue value() {
        return value;
    }

    /** Returns whether nothing is read further inside. */
    boolean isLeaf() {
        return inner.isEmpty();
    }
}
