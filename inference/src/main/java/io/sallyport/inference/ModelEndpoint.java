package io.sallyport.inference;

import io.sallyport.model.text.Parsed;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a method and a path of a model API mean. Immutable.
 *
 * @param model the name of the model that the path holds; null if it holds none
 */
public record ModelEndpoint(
        ModelOperation operation, @Nullable String model) {
    private static final String MODEL = "{model}";

    /** Operations whose path is fixed, by method and path; of Anthropic's those that no other API has. */
    private static final Map<String, ModelOperation> FIXED = Arrays.stream(ModelOperation.values())
            .filter(operation -> !operation.path().contains(MODEL) && operation != ModelOperation.ANTHROPIC_MODELS)
            .collect(Collectors.toUnmodifiableMap(
                    operation -> operation.method() + " " + operation.path(), operation -> operation));

    /**
     * Returns what a request of OpenAI's, Gemini's, Ollama's or Anthropic's API asks for, or refuses what is unknown.
     *
     * @param method in capitals
     * @param path canonical, without query
     */
    public static Parsed<ModelEndpoint> of(String method, String path) {
        return of(method, path, false);
    }

    /**
     * Returns what a request asks for. OpenAI and Anthropic list models at one path; a client of Anthropic's sends the
     * header {@code anthropic-version} there, too.
     *
     * @param anthropic whether the request has that header
     */
    public static Parsed<ModelEndpoint> of(String method, String path, boolean anthropic) {
        ModelOperation fixed = FIXED.get(method + " " + path);
        if (fixed == ModelOperation.MODELS && anthropic) {
            return new Parsed.Accepted<>(new ModelEndpoint(ModelOperation.ANTHROPIC_MODELS, null));
        }
        if (fixed != null) {
            return new Parsed.Accepted<>(new ModelEndpoint(fixed, null));
        }
        return Arrays.stream(ModelOperation.values())
                .filter(operation ->
                        operation.path().contains(MODEL) && operation.method().equals(method))
                .filter(operation ->
                        operation.api() == ModelApi.GEMINI || (operation.api() == ModelApi.ANTHROPIC) == anthropic)
                .<Parsed<ModelEndpoint>>mapMulti((operation, found) -> {
                    String model = modelIn(operation, path);
                    if (model != null) {
                        found.accept(new Parsed.Accepted<>(new ModelEndpoint(operation, model)));
                    }
                })
                .findFirst()
                .orElseGet(() -> new Parsed.Rejected<>("this is no known operation of a model API"));
    }

    private static @Nullable String modelIn(ModelOperation operation, String path) {
        int begin = operation.path().indexOf(MODEL);
        String head = operation.path().substring(0, begin);
        String tail = operation.path().substring(begin + MODEL.length());
        if (path.length() <= head.length() + tail.length() || !path.startsWith(head) || !path.endsWith(tail)) {
            return null;
        }
        String model = path.substring(head.length(), path.length() - tail.length());
        boolean oneSegment = operation.api() != ModelApi.GEMINI || model.chars().noneMatch(c -> c == '/' || c == ':');
        return oneSegment && ModelName.isName(model) ? model : null;
    }

    public ModelApi api() {
        return operation.api();
    }

    /** Returns the path of the request, for the backend. */
    public String path() {
        return model == null ? operation.path() : operation.path().replace(MODEL, model);
    }

    /** Returns the same operation on another model, where the path names one. */
    ModelEndpoint withModel(String name) {
        return model == null ? this : new ModelEndpoint(operation, name);
    }
}
