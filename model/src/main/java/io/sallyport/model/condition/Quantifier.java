package io.sallyport.model.condition;

/** How many of several values must match. */
public enum Quantifier {
    ALL("all"),
    ANY("any");

    private final String word;

    Quantifier(String word) {
        this.word = word;
    }

    /** Returns the word that the policy library reads. */
    public String word() {
        return word;
    }
}
