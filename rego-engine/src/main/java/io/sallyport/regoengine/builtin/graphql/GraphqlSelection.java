package io.sallyport.regoengine.builtin.graphql;

/** What a selection is, told by the members that only it has. */
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
