package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Members by which a server could be asked for something else than the gateway reads: a second writing of a name that
 * is read, a second model, or work that goes on after the answer.
 *
 * <p>Servers in Go, such as Ollama, ignore the case of names ({@code encoding/json}, Unmarshal); Gemini's accepts
 * a name in two forms, {@code maxOutputTokens} and {@code max_output_tokens} (ProtoJSON).
 */
final class UnclearMembers {
    /** Members that name further models, of the API of OpenRouter and of LiteLLM's proxy. */
    static final Set<String> FURTHER_MODELS = Set.of("models", "fallbacks");

    private UnclearMembers() {}

    /** Returns what is unclear, or null. */
    static @Nullable String find(ModelEndpoint endpoint, Map<String, Member> root) {
        ModelOperation operation = endpoint.operation();
        RequestMembers names = RequestMembers.of(operation);
        String found = secondWriting(root.keySet(), names);
        for (List<String> path : names.nested()) {
            Map<String, Member> inner = Fields.members(root, path.getFirst());
            Member outer = root.get(path.getFirst());
            if (found == null && outer != null && !isObjectOrNull(outer.value())) {
                found = path.getFirst() + ": an object is wanted";
            }
            found = found == null ? secondWriting(inner.keySet(), Set.of(path.getLast())) : found;
        }
        found = found == null ? further(operation, root) : found;
        return found == null && endpoint.model() != null ? repeated(endpoint.model(), root) : found;
    }

    private static boolean isObjectOrNull(DocumentNode node) {
        return switch (node) {
            case Members _ -> true;
            case Scalar scalar -> scalar.isNull();
            case Items _ -> false;
        };
    }

    private static @Nullable String secondWriting(Collection<String> present, RequestMembers names) {
        Set<String> read = new HashSet<>(names.outer());
        read.add(RequestMembers.MODEL);
        read.add(RequestMembers.STREAM);
        return secondWriting(present, read);
    }

    private static @Nullable String secondWriting(Collection<String> present, Set<String> read) {
        for (String name : present) {
            for (String known : read) {
                if (!name.equals(known) && folded(name).equals(folded(known))) {
                    return "a second writing of " + known + " stands here";
                }
            }
        }
        return null;
    }

    /** Two names are one to some server if this is equal. Upper before lower case folds as Go does. */
    private static String folded(String name) {
        return name.replace("_", "").toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static @Nullable String further(ModelOperation operation, Map<String, Member> root) {
        for (String name : FURTHER_MODELS) {
            if (root.containsKey(name)) {
                return name + ": a request names one model";
            }
        }
        if (operation == ModelOperation.RESPONSES && isSet(root, "background")) {
            return "background: an answer that comes later cannot be counted";
        }
        if (operation.api() == ModelApi.OLLAMA && root.keySet().stream().anyMatch("name"::equalsIgnoreCase)) {
            return "name: the member model names the model";
        }
        return null;
    }

    /** In Gemini's API the body may repeat the path's model; another one there would be a second. */
    private static @Nullable String repeated(String model, Map<String, Member> root) {
        List<Map<String, Member>> objects = new ArrayList<>(List.of(root));
        Fields.items(root, "requests").forEach(request -> objects.add(Fields.members(request)));
        objects.add(Fields.members(root, "generateContentRequest"));
        objects.add(Fields.members(root, "generate_content_request"));
        for (Map<String, Member> object : objects) {
            Member named = object.get(RequestMembers.MODEL);
            boolean same = named == null
                    || (named.value() instanceof Scalar name
                            && name.isString()
                            && name.text().equals("models/" + model));
            if (!same) {
                return "model: the path names another one";
            }
        }
        return null;
    }

    private static boolean isSet(Map<String, Member> root, String name) {
        Scalar scalar = Fields.scalar(root, name);
        return scalar != null && !Boolean.FALSE.equals(scalar.truth());
    }
}
