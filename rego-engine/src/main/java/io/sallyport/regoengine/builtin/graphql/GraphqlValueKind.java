package io.sallyport.regoengine.builtin.graphql;

/** The kinds of values, by their numbers in OPA's syntax trees. */
enum GraphqlValueKind {
    VARIABLE(0),
    INT(1),
    FLOAT(2),
    STRING(3),
    BLOCK(4),
    BOOLEAN(5),
    NULL(6),
    ENUM(7),
    LIST(8),
    OBJECT(9);

    private final int number;

    GraphqlValueKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static GraphqlValueKind ofName(String name) {
        return switch (name) {
            case "true", "false" -> BOOLEAN;
            case "null" -> NULL;
            default -> ENUM;
        };
    }
}
