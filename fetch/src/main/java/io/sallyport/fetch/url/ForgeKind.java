package io.sallyport.fetch.url;

import org.jspecify.annotations.Nullable;

/** A kind of forge: how its URLs are written and what its API is. */
public enum ForgeKind {
    GITHUB("github"),
    GITLAB("gitlab");

    private final String word;

    ForgeKind(String word) {
        this.word = word;
    }

    /** What {@code word} says, or null. */
    public static @Nullable ForgeKind of(String word) {
        for (ForgeKind each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        return null;
    }

    /** The word in configuration and answers. */
    public String word() {
        return word;
    }
}
