package io.sallyport.model.secret;

/** In which part of a request a secret was found. */
public enum FindingPlace {
    HOST("host"),
    PATH("path"),
    QUERY("query"),
    HEADER("header"),
    BODY("body"),
    MESSAGE("message");

    private final String word;

    FindingPlace(String word) {
        this.word = word;
    }

    /** Returns the word in Rego input and audit records. */
    public String word() {
        return word;
    }
}
