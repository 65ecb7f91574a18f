package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;

/** The kind of document that an endpoint is written in. */
enum EndpointSource {
    /** A network policy, written for one sandbox. */
    POLICY(Protocol.L4),
    /** A profile, written for many. */
    PROFILE(Protocol.REST);

    private final Protocol usual;

    EndpointSource(Protocol usual) {
        this.usual = usual;
    }

    /** Returns the protocol of an endpoint that names none but has fields about requests. */
    Protocol usual() {
        return usual;
    }
}
