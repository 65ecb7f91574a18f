package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/** The phase of a sandbox's run, initially {@link #PLANNING}. */
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

    /** Returns the phase of that word, or null if there is none. */
    public static @Nullable Phase of(String word) {
        return switch (word) {
            case "planning" -> PLANNING;
            case "execution" -> EXECUTION;
            default -> null;
        };
    }
}
