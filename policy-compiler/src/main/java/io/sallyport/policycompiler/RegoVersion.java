package io.sallyport.policycompiler;

/** The version of the language that Rego is written in; OPA 1.x reads both. */
public enum RegoVersion {
    /** Before OPA 1.0: no {@code if} or {@code contains}, unless {@code future.keywords} are imported. */
    V0(0, "v0"),
    /** Since OPA 1.0. */
    V1(1, "v1");

    private final int number;
    private final String word;

    RegoVersion(int number, String word) {
        this.number = number;
        this.word = word;
    }

    /** As a bundle's manifest says it ({@code rego_version}). */
    public int number() {
        return number;
    }

    /** As settings say it. */
    public String word() {
        return word;
    }
}
