package io.sallyport.leasebridge.accesslist;

/**
 * What a list is asked about.
 *
 * @param method {@link #TUNNEL}, another one that the list names, or {@link #OTHER}
 */
record AccessTarget(HostCell host, int port, String method) {
    /** A tunnel, through which a client sends what it wants. */
    static final String TUNNEL = "CONNECT";

    /** Every method that the list does not name. */
    static final String OTHER = "";
}
