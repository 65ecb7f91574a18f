package io.sallyport.leasebridge.harness;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A platform that a harness can hold a part for, under {@code forge}. */
public enum Platform {
    GITHUB,
    GITLAB,
    JIRA;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The platform of that word, or null where there is none. */
    public static @Nullable Platform of(String word) {
        for (Platform platform : values()) {
            if (platform.word().equals(word)) {
                return platform;
            }
        }
        return null;
    }
}
