package io.sallyport.leasebridge.harness;

import java.util.Locale;

/** Which part of a harness something was said by; what is further down this list is laid over what is above it. */
public enum Layer {
    /** A document that {@code base} names, or that such a one names. */
    BASE,
    /** The harness itself. */
    CHILD,
    /** The part of the platform that was chosen, in whichever document. */
    FORGE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
