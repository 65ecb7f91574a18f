package io.sallyport.decision;

/** How it was proved whose operation this is: {@code input.identity.kind}. */
public enum IdentityKind {
    /** By the sandbox's proxy token, even where it came through a port of the sandbox's own. */
    TOKEN("token"),
    /** By the certificate that a client showed to a listener for TLS. */
    CERTIFICATE("certificate"),
    /** By a port of the sandbox's own alone. */
    PORT("port"),
    /** By the address that it came from alone. */
    ADDRESS("address"),
    /** At the fetch endpoint: by its token, or through the proxy. */
    FETCH("fetch"),
    /** By nothing of the sandbox's: whoever holds a token of the control API asks for it. */
    RUNNER("runner");

    private final String word;

    IdentityKind(String word) {
        this.word = word;
    }

    /** Returns the word of the decision contract. */
    public String word() {
        return word;
    }
}
