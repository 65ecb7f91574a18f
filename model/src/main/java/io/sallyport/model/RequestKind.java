package io.sallyport.model;

/** What is asked of the policy; {@link #word} is the word in Rego input, audit and documents. */
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
