package io.sallyport.regoengine.builtin.graphql;

import org.jspecify.annotations.Nullable;

/** Compares types as written: names, lists, and nullability. */
final class GraphqlTypes {
    private GraphqlTypes() {}

    /**
     * Returns whether a value of {@code type} can be used where {@code wanted} is expected.
     *
     * @param mayBeNull whether null is permitted there, regardless of {@code wanted}
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

    /** Returns whether values of the two types cannot share one response name. */
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
