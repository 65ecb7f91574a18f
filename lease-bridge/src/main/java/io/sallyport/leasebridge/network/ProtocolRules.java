package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import java.util.List;

/** How the rules of one protocol are read. Confined to one reading. */
interface ProtocolRules {
    /** Returns what {@code access}, one of its three words, allows. */
    List<Allow> preset(String access);

    /** Reads one rule; nothing after reporting an error. */
    List<Allow> read(RuleEntry entry);

    /** Returns what is allowed besides the rules, which have been read. */
    default List<Allow> besides() {
        return List.of();
    }

    /** Returns what covers everything that the protocol can carry. */
    List<Allow> anything();
}
