package io.sallyport.regoengine.builtin.graphql;

import org.jspecify.annotations.Nullable;

/** Types as they are written: names, lists, and whether there may be nothing. */
final class GraphqlTypes {
    private GraphqlTypes() {}

    /**
     * Whether a value of {@code type} can stand where one of {@code wanted} is.
     *
     * @param mayBeNull whether null will do there, whatever {@code wanted} says
     */
    static boolean isCompatible(GraphqlNode type, GraphqlNode wanted, boolean mayBeNull) {
        if (!type.text("NamedType").equals(wanted.text("NamedType"))) {
            return false;
        }
        GraphqlNode inner = type.find("Elem");
        GraphqlNode wantedInner = wanted.find("Elem");
        boolean fits = inner == null || (wantedInner != null && isCompatible(inner, wantedInner, false));
        return fits && (mayBeNull || type.isNonNull() || !wanted.isNonNull());
    }

    /** Whether values of the two types cannot stand under one name in an answer. */
    static boolean conflict(GraphqlSchema schema, GraphqlNode a, GraphqlNode b) {
        @Nullable GraphqlNode innerA = a.find("Elem");
        @Nullable GraphqlNode innerB = b.find("Elem");
        if (innerA != null && innerB != null) {
            return conflict(schema, innerA, innerB);
        }
        if (innerA != null || innerB != null || a.isNonNull() != b.isNonNull()) {
            return true;
        }
        GraphqlType typeA = schema.types.get(a.text("NamedType"));
        GraphqlType typeB = schema.types.get(b.text("NamedType"));
        boolean leaves = typeA != null && typeB != null && typeA.isLeaf() && typeB.isLeaf();
        return leaves && !a.text("NamedType").equals(b.text("NamedType"));
    }
}
