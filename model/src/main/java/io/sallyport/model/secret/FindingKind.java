package io.sallyport.model.secret;

/** What kind of secret was found. */
public enum FindingKind {
    /** Text in the published form of a token. */
    TOKEN("token"),
    /** A value that an operator planted where nobody has a reason to send it. */
    CANARY("canary"),
    /** A secret that the gateway itself holds. */
    SECRET("secret");

    private final String word;

    FindingKind(String word) {
        this.word = word;
    }

    /** Returns the word in Rego input and audit records. */
    public String word() {
        return word;
    }
}
