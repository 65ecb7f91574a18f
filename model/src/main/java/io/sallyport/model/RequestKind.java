package io.sallyport.model;

/** The kind of a question to policy; {@link #word} is its word in Rego input, audit log and documents. */
public enum RequestKind {
    CONNECT("connect"),
    HTTP("http"),
    FETCH("fetch"),
    TOOL("tool"),
    FILE("file"),
    MODEL("model"),
    DELEGATE("delegate"),
    VENDOR("vendor");

    private final String word;

    RequestKind(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
