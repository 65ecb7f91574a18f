package io.sallyport.regoengine.builtin.jsonschema;

/** The drafts of JSON Schema, in order; {@code HYBRID} is a schema that does not name one. */
enum JsonSchemaDraft {
    FOUR("http://json-schema.org/draft-04/schema"),
    SIX("http://json-schema.org/draft-06/schema"),
    SEVEN("http://json-schema.org/draft-07/schema"),
    HYBRID("");

    private final String address;

    JsonSchemaDraft(String address) {
        this.address = address;
    }

    boolean atLeast(JsonSchemaDraft other) {
        return compareTo(other) >= 0;
    }

    /** Returns the draft that {@code $schema} names; {@code HYBRID} if it is unknown. */
    static JsonSchemaDraft of(JsonReference named) {
        for (JsonSchemaDraft draft : values()) {
            if (draft != HYBRID && draft.address.equals(named.toString())) {
                return draft;
            }
        }
        return HYBRID;
    }
}
