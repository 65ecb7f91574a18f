package io.sallyport.proxy.enforce;

import io.sallyport.model.Scheme;
import io.sallyport.proxy.identity.Peer;

/** Where a request head came in, and what is known because of that. */
public sealed interface RequestSource {
    /** Straight from a client; its head says who it is and where it wants to go. */
    record OnListener(Peer peer) implements RequestSource {}

    /**
     * Inside a tunnel: the CONNECT said who it is and where it wants to go, and no head in there says otherwise.
     *
     * @param connect what let the tunnel through
     * @param scheme {@code https} where TLS was terminated here, {@code http} where the tunnel carries plain HTTP
     * @param peer who sent the CONNECT
     */
    record InTunnel(AllowedRequest connect, Scheme scheme, Peer peer) implements RequestSource {}
}
