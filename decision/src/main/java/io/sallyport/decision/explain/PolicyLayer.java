package io.sallyport.decision.explain;

/** The layers of a policy, the highest first ({@code docs/layers.md}). Each narrows those below it. */
public enum PolicyLayer {
    /** Guardrails, for every sandbox. */
    ORGANISATION("organisation"),
    /** The documents of the workspace. */
    WORKSPACE("workspace"),
    /** The documents of an ancestor. */
    PARENT("parent"),
    /** The documents of the sandbox. */
    SANDBOX("sandbox"),
    /** The Rego of the sandbox, of an ancestor or of the workspace. */
    INLINE("inline");

    private final String word;

    PolicyLayer(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
