package io.sallyport.leasebridge.harness;

import java.util.Locale;

/** The part of a harness that a value comes from. Later layers in this list are merged over earlier ones. */
public enum Layer {
    /** A document that {@code base} names, directly or through another base. */
    BASE,
    /** The harness itself. */
    CHILD,
    /** The part for the chosen platform, in any document. */
    FORGE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
