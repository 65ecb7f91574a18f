package io.sallyport.models;

import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelOperation;
import io.sallyport.model.CanonicalUrl;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server of models that the operator names. Immutable.
 *
 * @param name in configuration, policy input and audit
 * @param api that it speaks
 * @param url where its paths begin, such as {@code https://api.openai.com}; without a query
 * @param isLocal whether it runs on machines of the operator's own
 * @param weight its share among those of the same location, from 1
 * @param provider the provider of its key, by name; null if it wants none
 * @param certificate the provider of the certificate that it is shown if it asks for one, by name; null for none
 * @param models names that sandboxes use, with the name of each at this backend; empty if it serves every name
 * @param labels that a sandbox must have to be sent here; empty for all
 * @param isIntercepted whether what sandboxes send to its host themselves are requests of models, too
 */
public record ModelBackend(
        String name,
        ModelApi api,
        CanonicalUrl url,
        boolean isLocal,
        int weight,
        @Nullable String provider,
        @Nullable String certificate,
        Map<String, String> models,
        Map<String, String> labels,
        boolean isIntercepted) {
    public ModelBackend {
        models = Map.copyOf(models);
        labels = Map.copyOf(labels);
    }

    /** Returns the name of a model here, or null if it is not served. */
    @Nullable
    String nameOf(String model) {
        return models.isEmpty() ? model : models.get(model);
    }

    /** Returns whether requests of an operation pass as they are; Ollama speaks OpenAI's API beside its own. */
    boolean speaks(ModelOperation operation) {
        return api == operation.api() || (api == ModelApi.OLLAMA && operation.api() == ModelApi.OPENAI);
    }

    /** Returns whether requests of an operation are translated for it. */
    boolean isTranslatedTo(ModelOperation operation) {
        ModelOperation other = ClientAnswers.translated(operation);
        return other != null && api == other.api();
    }

    /** Returns whether a client of that API can reach its models, as they are or translated. */
    boolean isListedFor(ModelOperation list) {
        return speaks(list)
                || (list.api() == ModelApi.OPENAI && isTranslatedTo(ModelOperation.CHAT_COMPLETIONS))
                || (list.api() == ModelApi.ANTHROPIC && isTranslatedTo(ModelOperation.MESSAGES));
    }

    /** Returns whether a sandbox with these labels may be sent here. */
    boolean admits(Map<String, String> sandbox) {
        return sandbox.entrySet().containsAll(labels.entrySet());
    }
}
