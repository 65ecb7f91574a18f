package io.sallyport.fetch.url;

import java.util.Locale;

/** A kind of forge: how its URLs are written and what its API is. */
public enum ForgeKind {
    GITHUB,
    GITLAB;

    /** The word in configuration and answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
