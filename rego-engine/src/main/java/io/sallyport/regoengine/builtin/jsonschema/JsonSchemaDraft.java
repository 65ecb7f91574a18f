package io.sallyport.regoengine.builtin.jsonschema;

/** The edition of JSON Schema that a schema is written in, in their order; {@code HYBRID} is one that does not say. */
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

    /** The edition that {@code $schema} names; {@code HYBRID} where it is none that is known. */
    static JsonSchemaDraft of(JsonReference named) {
        for (JsonSchemaDraft draft : values()) {
            if (draft != HYBRID && draft.address.equals(named.toString())) {
                return draft;
            }
        }
        return HYBRID;
    }
}
