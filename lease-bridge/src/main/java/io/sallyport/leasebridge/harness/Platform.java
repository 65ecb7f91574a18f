package io.sallyport.leasebridge.harness;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A platform for which a harness can have a part under {@code forge}. */
public enum Platform {
    GITHUB,
    GITLAB,
    JIRA;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the platform of that word, or null. */
    public static @Nullable Platform of(String word) {
        for (Platform platform : values()) {
            if (platform.word().equals(word)) {
                return platform;
            }
        }
        return null;
    }
}
