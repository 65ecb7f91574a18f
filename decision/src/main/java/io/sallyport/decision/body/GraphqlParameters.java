package io.sallyport.decision.body;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.IJson;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the parameters of GraphQL in the query of a URL, as in GET requests. */
final class GraphqlParameters {
    private static final Set<String> TEXTS = Set.of("query", "operationName", "id", "documentId");
    private static final Set<String> OBJECTS = Set.of("variables", "extensions");

    private GraphqlParameters() {}

    /** Returns whether a parameter is one of GraphQL in any case, or a part of one, such as {@code query[0]}. */
    static boolean areIn(Map<String, List<String>> parameters) {
        return parameters.keySet().stream().anyMatch(name -> {
            String whole = name.split("[\\[.]", 2)[0].strip();
            return Stream.concat(TEXTS.stream(), OBJECTS.stream()).anyMatch(whole::equalsIgnoreCase);
        });
    }

    /** Reads the request that the parameters make; others than those of GraphQL are ignored. */
    static BodyForm read(Map<String, List<String>> parameters, BodyLimits limits) {
        EntryObject request = RegoObject.growing();
        for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
            String name = parameter.getKey();
            if (!areIn(Map.of(name, List.of()))) {
                continue;
            }
            boolean object = OBJECTS.contains(name);
            if (parameter.getValue().size() > 1 || !(object || TEXTS.contains(name))) {
                return new BodyForm.Unreadable("a parameter of GraphQL with several values");
            }
            String text = parameter.getValue().getFirst();
            if (!object) {
                request.put(name, RegoString.of(text));
            } else if (IJson.parse(text, limits.depth(), limits.members())
                    instanceof ParsedJson.Accepted(RegoValue value)) {
                request.put(name, value);
            } else {
                return new BodyForm.Unreadable("a parameter of GraphQL that is not JSON");
            }
        }
        return GraphqlRequest.read(request.sealed());
    }
}
