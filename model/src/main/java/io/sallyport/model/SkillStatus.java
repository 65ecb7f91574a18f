package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/** The status of a skill in its manifest. */
public enum SkillStatus {
    /** In use unless it was turned off. */
    ENABLED("enabled"),
    /** Known, and in use only if it was turned on. */
    IMPORTED("imported"),
    /** Not in use; only a change of the manifest can turn it on. */
    DISABLED("disabled");

    private final String word;

    SkillStatus(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** Returns the status of that word, or null. */
    public static @Nullable SkillStatus of(String word) {
        for (SkillStatus status : values()) {
            if (status.word.equals(word)) {
                return status;
            }
        }
        return null;
    }
}
