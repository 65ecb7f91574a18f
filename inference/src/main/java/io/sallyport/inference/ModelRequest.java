package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request of a model API, parsed once. Immutable. Members that are not known pass on as they came; those that decide
 * what the request costs are read strictly, and refused where two servers could read them in two ways.
 */
public final class ModelRequest {
    /** The maximum size of a body, in bytes: what Anthropic accepts, more than the others do. */
    public static final int MAX_BYTES = 32 << 20;

    /** The maximum number of values in a body: scalars, lists and objects. */
    public static final int MAX_VALUES = 1_000_000;

    private static final JsonReader.Bounds BOUNDS = new JsonReader.Bounds(MAX_BYTES, MAX_VALUES, Set.of());

    private final ModelEndpoint endpoint;
    private final RequestFacts facts;
    private final byte[] body;

    private ModelRequest(ModelEndpoint endpoint, RequestFacts facts, byte[] body) {
        this.endpoint = endpoint;
        this.facts = facts;
        this.body = body;
    }

    /**
     * Parses a request, or says why not, for its author. Forms of several parts are refused.
     *
     * @param body whole, without content coding; not to be changed later
     */
    public static Parsed<ModelRequest> parse(ModelEndpoint endpoint, byte[] body) {
        return switch (endpoint.operation().body()) {
            case NONE ->
                body.length == 0
                        ? new Parsed.Accepted<>(new ModelRequest(endpoint, RequestFacts.ofPath(endpoint.model()), body))
                        : new Parsed.Rejected<>("this operation has no body");
            case MULTIPART -> new Parsed.Rejected<>("a form of several parts has a media type with its boundary");
            case JSON -> json(endpoint, body);
        };
    }

    /**
     * Parses a request whose body may be a form of several parts, as for transcriptions of audio.
     *
     * @param contentType as the request says it; it matters for forms alone
     * @param body whole, without content coding; not to be changed later
     */
    public static Parsed<ModelRequest> parse(ModelEndpoint endpoint, String contentType, byte[] body) {
        if (endpoint.operation().body() != ModelOperation.BodyKind.MULTIPART) {
            return parse(endpoint, body);
        }
        return switch (MultipartForm.read(contentType, body)) {
            case Parsed.Rejected<MultipartForm>(var why, var _) -> new Parsed.Rejected<>(why);
            case Parsed.Accepted<MultipartForm>(var form) ->
                FormFacts.read(form, body).map(facts -> new ModelRequest(endpoint, facts, body));
        };
    }

    private static Parsed<ModelRequest> json(ModelEndpoint endpoint, byte[] body) {
        return switch (JsonBody.read("request", ByteBuffer.wrap(body), BOUNDS)) {
            case JsonBody.Unreadable(var why) -> new Parsed.Rejected<>(why.message());
            case JsonBody.Whole(var root) ->
                FactsReader.read(endpoint, root).map(facts -> new ModelRequest(endpoint, facts, body));
        };
    }

    public ModelEndpoint endpoint() {
        return endpoint;
    }

    /** Returns the name of the model; null if the operation concerns none, or all. */
    public @Nullable String model() {
        return facts.model();
    }

    /** Returns whether the answer comes as a stream. */
    public boolean isStream() {
        return facts.stream();
    }

    /** Returns the most tokens that each answer may have; null if the request does not say. */
    public @Nullable Integer maxTokens() {
        return facts.maxTokens();
    }

    /** Returns how many answers are wanted, each of at most {@link #maxTokens()}; at least 1. */
    public int choices() {
        return facts.choices();
    }

    /** Returns the names of the tools offered, those of the provider by their type; sorted. */
    public List<String> tools() {
        return facts.tools();
    }

    /** Returns the number of messages, or of texts to embed. */
    public int messages() {
        return facts.messages();
    }

    /** Returns an estimate of the tokens of the input, for what is set aside before the answer says them. */
    public long inputTokens() {
        return facts.inputTokens();
    }

    /**
     * Returns the texts of the prompt, in their order; none of a form of several parts. Reads the body once more: not
     * for an event loop.
     */
    public List<PromptText> prompt() {
        boolean isJson = endpoint.operation().body() == ModelOperation.BodyKind.JSON;
        return isJson
                        && JsonBody.read("request", ByteBuffer.wrap(body), BOUNDS)
                                instanceof JsonBody.Whole(DocumentNode root)
                ? PromptReader.read(root)
                : List.of();
    }

    /** Returns the size of the body, in bytes. */
    public int size() {
        return body.length;
    }

    /** Returns the body, for the backend; read-only. */
    public ByteBuffer body() {
        return ByteBuffer.wrap(body).asReadOnlyBuffer();
    }

    /** Returns the same request to another model; in Gemini's API its path changes. */
    public ModelRequest withModel(String name) {
        if (!ModelName.isName(name)) {
            throw new IllegalArgumentException("not the name of a model");
        }
        byte[] changed = facts.model() == null ? body : ModelEdit.of(endpoint, body, name);
        return new ModelRequest(endpoint.withModel(name), facts.withModel(name), changed);
    }

    /**
     * Returns the same request with a bound on the output, in the member that is there, else in the one that the API
     * describes now.
     *
     * @param tokens at least 1
     */
    public ModelRequest withMaxTokens(int tokens) {
        List<String> member = facts.limit();
        return member.isEmpty() || tokens < 1
                ? this
                : new ModelRequest(
                        endpoint, facts.withMaxTokens(tokens), JsonEdit.set(body, member, Integer.toString(tokens)));
    }

    /**
     * Returns the same request with the usage asked for in its stream; itself where the API says it in any case, or
     * where no stream is asked for.
     */
    public ModelRequest withUsageInStream() {
        boolean must = facts.stream()
                && switch (endpoint.operation()) {
                    case CHAT_COMPLETIONS, COMPLETIONS -> true;
                    default -> false;
                };
        return must
                ? new ModelRequest(endpoint, facts, JsonEdit.set(body, RequestMembers.USAGE_IN_STREAM, "true"))
                : this;
    }
}
