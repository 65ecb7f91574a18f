package io.sallyport.policycompiler.author;

/** A version of the Rego language; OPA 1.x reads both. */
public enum RegoVersion {
    /** Before OPA 1.0: no {@code if} or {@code contains} without an import of {@code future.keywords}. */
    V0(0, "v0"),
    /** Since OPA 1.0. */
    V1(1, "v1");

    private final int number;
    private final String word;

    RegoVersion(int number, String word) {
        this.number = number;
        this.word = word;
    }

    /** Returns the number in a bundle's manifest ({@code rego_version}). */
    public int number() {
        return number;
    }

    /** Returns the word in settings. */
    public String word() {
        return word;
    }
}
