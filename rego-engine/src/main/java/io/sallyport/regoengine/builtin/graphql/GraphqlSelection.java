package io.sallyport.regoengine.builtin.graphql;

/** The kinds of selections, distinguished by the members that only one of them has. */
enum GraphqlSelection {
    FIELD,
    INLINE,
    SPREAD;

    static GraphqlSelection of(GraphqlNode selection) {
        if (selection.members().get("Alias") != null) {
            return FIELD;
        }
        return selection.members().get("TypeCondition") != null ? INLINE : SPREAD;
    }
}
