package io.sallyport.leasebridge.network;

/** A document that grants requests over the network; several of one sandbox add up. */
public sealed interface NetworkDocument {
    /** The name for diagnostics, as {@code policy}. */
    String file();

    /** YAML. */
    String text();

    /** A network policy. */
    record Policy(String file, String text) implements NetworkDocument {}

    /**
     * A profile.
     *
     * @param name by which it was attached, and which it has to give itself
     */
    record Profile(String file, String text, String name) implements NetworkDocument {}
}
