package io.sallyport.egress.address;

/** Whether the addresses of a class may be dialled. */
public enum AddressReach {
    /** Always: the addresses are public on the internet. */
    PUBLIC,
    /** Only if the operator waives the class for a name or a block. */
    SPECIAL,
    /** Never, whatever is waived: the addresses name no single peer, or this very host. */
    NEVER,
    /** Never, whatever is waived: the addresses hand out the machine's own credentials. */
    METADATA
}
