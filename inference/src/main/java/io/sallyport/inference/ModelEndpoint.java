package io.sallyport.inference;

import io.sallyport.model.text.Parsed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a method and a path of a model API mean. Immutable.
 *
 * @param model the name of the model that the path holds; null if it holds none
 * @param version the version in the path of Gemini's API, such as {@code /v1beta}; empty in the others
 */
public record ModelEndpoint(
        ModelOperation operation, @Nullable String model, String version) {
    private static final String MODEL = "{model}";
    private static final String VERSION = "{version}";
    private static final List<String> VERSIONS = List.of("/v1beta", "/v1", "/v1alpha");
    private static final List<String> NO_VERSION = List.of("");

    /** An endpoint in the version that is usual. */
    public ModelEndpoint(ModelOperation operation, @Nullable String model) {
        this(operation, model, versions(operation).getFirst());
    }

    private static List<String> versions(ModelOperation operation) {
        return operation.path().startsWith(VERSION) ? VERSIONS : NO_VERSION;
    }

    /**
     * Returns what a request asks for, or refuses what is unknown. Lists of models count as OpenAI's.
     *
     * @param method in capitals
     * @param path canonical, without query
     */
    public static Parsed<ModelEndpoint> of(String method, String path) {
        return of(method, path, ModelApi.OPENAI);
    }

    /**
     * Returns what a request asks for, or refuses what is unknown.
     *
     * @param client the API whose client asks ({@link ModelApi#ofClient}): some have one path for their lists of models
     */
    public static Parsed<ModelEndpoint> of(String method, String path, ModelApi client) {
        ModelEndpoint found = null;
        for (ModelOperation operation : ModelOperation.values()) {
            ModelEndpoint matching = operation.method().equals(method) ? matching(operation, path) : null;
            boolean better = found == null || operation.api() == client;
            found = matching != null && better ? matching : found;
        }
        return found == null
                ? new Parsed.Rejected<>("this is no known operation of a model API")
                : new Parsed.Accepted<>(found);
    }

    private static @Nullable ModelEndpoint matching(ModelOperation operation, String path) {
        for (String version : versions(operation)) {
            String form = operation.path().replace(VERSION, version);
            int model = form.indexOf(MODEL);
            if (model < 0 ? form.equals(path) : path.startsWith(form.substring(0, model))) {
                ModelEndpoint found = model < 0
                        ? new ModelEndpoint(operation, null, version)
                        : named(operation, version, path.substring(model), form.substring(model + MODEL.length()));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable ModelEndpoint named(ModelOperation operation, String version, String rest, String tail) {
        if (!rest.endsWith(tail)) {
            return null;
        }
        String name = rest.substring(0, rest.length() - tail.length());
        boolean oneSegment = operation.api() != ModelApi.GEMINI || name.chars().noneMatch(c -> c == '/' || c == ':');
        return oneSegment && ModelName.isName(name) ? new ModelEndpoint(operation, name, version) : null;
    }

    public ModelApi api() {
        return operation.api();
    }

    /** Returns the path of the request, for the backend. */
    public String path() {
        String path = operation.path().replace(VERSION, version);
        return model == null ? path : path.replace(MODEL, model);
    }

    /** Returns the same operation on another model, where the path names one. */
    ModelEndpoint withModel(String name) {
        return model == null ? this : new ModelEndpoint(operation, name, version);
    }
}
