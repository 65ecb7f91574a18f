package io.sallyport.leasebridge.network;

/** What {@code binaries} of a policy mean where the gateway does not see which program calls. */
public enum UnseenPrograms {
    /** A rule holds for every program of the sandbox, with a warning. */
    IGNORE("ignore"),
    /** A document with such a rule is refused, and so is a rule for no program. */
    REQUIRE("require");

    private final String word;

    UnseenPrograms(String word) {
        this.word = word;
    }

    /** Returns the word of the configuration. */
    public String word() {
        return word;
    }
}
