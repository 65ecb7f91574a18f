package io.sallyport.fetch.forge;

import java.util.Locale;

/** How a skill came from its forge. */
public enum SkillTransport {
    API,
    GIT;

    /** The word in the audit. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
