package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/** Where a sandbox's run stands; it starts in {@link #PLANNING}. */
public enum Phase {
    PLANNING("planning"),
    EXECUTION("execution");

    private final String word;

    Phase(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** The phase of that word, or null: another word changes nothing. */
    public static @Nullable Phase of(String word) {
        return switch (word) {
            case "planning" -> PLANNING;
            case "execution" -> EXECUTION;
            default -> null;
        };
    }
}
