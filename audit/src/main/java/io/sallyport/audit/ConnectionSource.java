package io.sallyport.audit;

import org.jspecify.annotations.Nullable;

/**
 * Where a connection to the proxy came from. No identity: any peer can have any address.
 *
 * @param client the address that the header of a load balancer names, or null if there was none
 * @param peer the address of the connection's other end
 */
public record ConnectionSource(@Nullable String client, String peer) {}
