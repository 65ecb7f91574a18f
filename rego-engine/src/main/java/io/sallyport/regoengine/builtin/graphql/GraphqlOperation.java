package io.sallyport.regoengine.builtin.graphql;

import java.util.List;

/**
 * An operation of a GraphQL document. Immutable.
 *
 * @param type {@code query}, {@code mutation} or {@code subscription}
 * @param name empty if it has none
 * @param rootFields distinct names of the fields selected at its root, without aliases, through all fragments
 */
public record GraphqlOperation(String type, String name, List<String> rootFields) {
    public GraphqlOperation {
        rootFields = List.copyOf(rootFields);
    }
}
