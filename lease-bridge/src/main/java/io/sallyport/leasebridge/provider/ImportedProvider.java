package io.sallyport.leasebridge.provider;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider of the configuration, as a document of another product describes it. Immutable.
 *
 * @param notes sentences for the operator: what the document leaves open
 * @param endpoints in the form of the configuration, at least one
 * @param methods empty for any
 * @param variables of a sandbox that have the placeholder
 * @param injection null where a placeholder alone is filled in
 * @param extraHeaders fields beside the secret, by name
 * @param fillsContent whether placeholders in bodies and messages are filled in
 */
public record ImportedProvider(
        String name,
        List<String> notes,
        ImportedSecret secret,
        List<String> endpoints,
        List<String> methods,
        List<String> variables,
        @Nullable ImportedInjection injection,
        Map<String, String> extraHeaders,
        boolean fillsContent) {
    public ImportedProvider {
        notes = List.copyOf(notes);
        endpoints = List.copyOf(endpoints);
        methods = List.copyOf(methods);
        variables = List.copyOf(variables);
        extraHeaders = Map.copyOf(extraHeaders);
    }

    /** One whose placeholders are filled in in heads alone. */
    ImportedProvider(
            String name,
            List<String> notes,
            ImportedSecret secret,
            List<String> endpoints,
            List<String> methods,
            List<String> variables,
            @Nullable ImportedInjection injection,
            Map<String, String> extraHeaders) {
        this(name, notes, secret, endpoints, methods, variables, injection, extraHeaders, false);
    }

    /** Whether both write the same field, or member of the query, of the same request. */
    boolean writesWhere(ImportedProvider other) {
        boolean samePlace = injection != null
                && other.injection != null
                && injection.place().equals(other.injection.place());
        boolean sameMethods =
                methods.isEmpty() || other.methods.isEmpty() || !Collections.disjoint(methods, other.methods);
        return samePlace
                && sameMethods
                && endpoints.stream()
                        .anyMatch(one -> other.endpoints.stream().anyMatch(two -> BoundTarget.mayOverlap(one, two)));
    }
}
