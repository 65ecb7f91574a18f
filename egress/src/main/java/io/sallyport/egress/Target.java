package io.sallyport.egress;

import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox, where it connects to, and how. Immutable.
 *
 * @param sandbox whose share of resolver and dial slots is used
 * @param host the name that is resolved; with TLS also the name that the certificate must bear
 * @param port 1..65535
 * @param addresses blocks such as {@code 10.0.0.0/8}. Nothing outside them is dialled, and private addresses inside
 *     them are (docs/decisions/network-policies.md). If empty, public addresses and those that the operator waives are
 *     dialled
 * @param via what an upstream proxy is told of the gateways on the way, a value of {@code Via}; may be empty
 * @param identity what a target is shown that asks for a certificate in the handshake, or null for none
 */
public record Target(
        SandboxId sandbox,
        CanonicalHost host,
        int port,
        TargetProtocol wire,
        List<String> addresses,
        String via,
        @Nullable ClientIdentity identity) {
    public Target {
        addresses = List.copyOf(addresses);
    }

    /** Creates a target that no request from elsewhere leads to. */
    public Target(SandboxId sandbox, CanonicalHost host, int port, TargetProtocol wire, List<String> addresses) {
        this(sandbox, host, port, wire, addresses, "", null);
    }

    /** Creates a target at public addresses. */
    public Target(SandboxId sandbox, CanonicalHost host, int port, TargetProtocol wire) {
        this(sandbox, host, port, wire, List.of());
    }
}
