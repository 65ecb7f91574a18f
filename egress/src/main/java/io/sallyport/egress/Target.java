package io.sallyport.egress;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.util.List;

/**
 * Who wants to go where, and how. Immutable.
 *
 * @param sandbox whose share of resolver and dial slots is used
 * @param host what is resolved; with {@link TargetProtocol#TLS} also the one name that the certificate must bear
 * @param port 1..65535
 * @param addresses blocks as {@code 10.0.0.0/8}, outside of which nothing is dialled, and inside of which private addresses
 *     are (docs/decisions/network-policies.md); empty: public addresses, and what the operator waives
 */
public record Target(SandboxId sandbox, CanonicalHost host, int port, TargetProtocol wire, List<String> addresses) {
    public Target {
        addresses = List.copyOf(addresses);
    }

    /** A target at public addresses. */
    public Target(SandboxId sandbox, CanonicalHost host, int port, TargetProtocol wire) {
        this(sandbox, host, port, wire, List.of());
    }
}
