package io.sallyport.regoengine.value;

/** The kinds of values, in Rego's sort order of values of different kinds. */
public enum RegoKind {
    NULL("null"),
    BOOLEAN("boolean"),
    NUMBER("number"),
    STRING("string"),
    ARRAY("array"),
    OBJECT("object"),
    SET("set");

    private final String typeName;

    RegoKind(String typeName) {
        this.typeName = typeName;
    }

    /** Returns the word that Rego's {@code type_name} and OPA's messages use. */
    public String typeName() {
        return typeName;
    }
}
