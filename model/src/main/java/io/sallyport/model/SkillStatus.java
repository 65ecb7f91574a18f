package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/** What a manifest says of its skill. */
public enum SkillStatus {
    /** In use where nobody turned it off. */
    ENABLED("enabled"),
    /** Known, and in use only where somebody turned it on. */
    IMPORTED("imported"),
    /** Not in use; nobody turns it on but who changes the manifest. */
    DISABLED("disabled");

    private final String word;

    SkillStatus(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** The status of that word, or null. */
    public static @Nullable SkillStatus of(String word) {
        for (SkillStatus status : values()) {
            if (status.word.equals(word)) {
                return status;
            }
        }
        return null;
    }
}
