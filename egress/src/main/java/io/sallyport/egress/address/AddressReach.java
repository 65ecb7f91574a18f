package io.sallyport.egress.address;

/** Whether the addresses of a class may be dialled. */
public enum AddressReach {
    /** Anybody's on the internet. */
    PUBLIC,
    /** Where the operator waives the class for a name or a block. */
    SPECIAL,
    /** By nobody's waiver: they name no single peer, or this very host. */
    NEVER,
    /** By nobody's waiver: they hand out the machine's own credentials. */
    METADATA
}
