package io.sallyport.fetch.url;

/** A kind of forge: how its URLs are written and what its API is. */
public enum ForgeKind {
    GITHUB("github"),
    GITLAB("gitlab");

    private final String word;

    ForgeKind(String word) {
        this.word = word;
    }

    /** The word in configuration and answers. */
    public String word() {
        return word;
    }
}
