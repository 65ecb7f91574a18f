package io.sallyport.model;

/** How a request ended, in the five words of the audit. */
public enum Verdict {
    /** Judged and let through. */
    ALLOW("allow"),
    /** Judged and refused. */
    DENY("deny"),
    /** Malformed or not canonical: refused before policy. */
    REJECT("reject"),
    /** A bound was reached. */
    LIMIT("limit"),
    /** A fault of the target's or of ours. */
    FAIL("fail");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
