package io.sallyport.apiservers;

/** How a server takes the token that its callers must show. */
public enum TokenDelivery {
    /**
     * {@code --token TOKEN}, as the contract demands: other programs of the same user can read it in the process list.
     */
    FLAG,
    /** {@code --token-file FILE}, for servers that offer it: a file that only the gateway's user may read. */
    FILE
}
