package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.Fields;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelError;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.text.Parsed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A call of OpenAI's chat completions as one of Anthropic's messages, or the other way round: text, system messages,
 * images, tools with their results, limits, streams, usage and errors. What the other API does not have is refused by
 * the name of its member; hints about caches, which change no answer, are left out and listed. Immutable.
 */
public final class Translation {
    private final ModelRequest request;
    private final List<String> leftOut;
    private final boolean wantsUsage;
    private final Instant now;

    private Translation(ModelRequest request, List<String> leftOut, boolean wantsUsage, Instant now) {
        this.request = request;
        this.leftOut = leftOut;
        this.wantsUsage = wantsUsage;
        this.now = now;
    }

    /**
     * Translates a request, or says which member stands against it.
     *
     * @param backend the API to translate into
     * @param now the time that answers carry
     */
    public static Parsed<Translation> of(ModelRequest request, ModelApi backend, Instant now) {
        ModelOperation from = request.endpoint().operation();
        if (from == ModelOperation.CHAT_COMPLETIONS && backend == ModelApi.ANTHROPIC) {
            return translated(request, ModelOperation.MESSAGES, now);
        }
        if (from == ModelOperation.MESSAGES && backend == ModelApi.OPENAI) {
            return translated(request, ModelOperation.CHAT_COMPLETIONS, now);
        }
        return new Parsed.Rejected<>(from.word() + " is not translated for a backend of " + backend.word());
    }

    private static Parsed<Translation> translated(ModelRequest request, ModelOperation to, Instant now) {
        var bounds = new JsonReader.Bounds(ModelRequest.MAX_BYTES, ModelRequest.MAX_VALUES, Set.of());
        return switch (JsonBody.read("request", request.body(), bounds)) {
            case JsonBody.Unreadable(var why) -> new Parsed.Rejected<>(why.message());
            case JsonBody.Whole(var root) -> translated(root, to, now);
        };
    }

    private static Parsed<Translation> translated(DocumentNode root, ModelOperation to, Instant now) {
        var untranslated = new Untranslated();
        byte[] body = to == ModelOperation.MESSAGES
                ? MessagesRequest.of(root, untranslated)
                : ChatRequest.of(root, untranslated);
        String refusal = untranslated.refusal();
        if (refusal != null) {
            return new Parsed.Rejected<>(refusal);
        }
        List<String> leftOut = List.copyOf(untranslated.leftOut());
        boolean wantsUsage = to == ModelOperation.CHAT_COMPLETIONS
                || Fields.isTrue(Fields.members(Fields.members(root), "stream_options"), "include_usage");
        return ModelRequest.parse(new ModelEndpoint(to, null), body)
                .map(request -> new Translation(request, leftOut, wantsUsage, now));
    }

    /** Returns the request for the backend. */
    public ModelRequest request() {
        return request;
    }

    /** Returns the names of the hints that the backend does not get, sorted. */
    public List<String> leftOut() {
        return leftOut;
    }

    /** Returns an answer with status 200 in the client's form; refuses what is no such answer. */
    public Parsed<byte[]> answer(byte[] body) {
        return switch (request.endpoint().api()) {
            case ANTHROPIC -> TranslatedAnswer.openAi(body, now);
            case OPENAI, GEMINI, OLLAMA -> TranslatedAnswer.anthropic(body);
        };
    }

    /** Returns the body of an error in the client's form, with the message of the backend if it has one. */
    public byte[] error(int status, byte[] body) {
        Map<String, Member> answer = AnswerMembers.object(body);
        Map<String, Member> error = answer == null ? Map.of() : Fields.members(answer, "error");
        String type = AnswerMembers.text(error, "type");
        String message = AnswerMembers.text(error, "message");
        return ModelError.body(
                client(),
                status,
                type.isEmpty() ? "backend_error" : type,
                message.isEmpty() ? "the model's server answered with status " + status : message);
    }

    /** Returns a translation of an answer that comes as a stream. */
    public StreamTranslation stream() {
        TranslatedEvents events = switch (request.endpoint().api()) {
            case ANTHROPIC -> new ChatEvents(wantsUsage, now);
            case OPENAI, GEMINI, OLLAMA -> new MessageEvents();
        };
        return new StreamTranslation(events, client());
    }

    private ModelApi client() {
        return request.endpoint().api() == ModelApi.ANTHROPIC ? ModelApi.OPENAI : ModelApi.ANTHROPIC;
    }
}
