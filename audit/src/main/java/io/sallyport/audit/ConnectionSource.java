package io.sallyport.audit;

import io.sallyport.model.program.ObservedProgram;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection to the proxy came from. No identity: any peer can have any address.
 *
 * @param client the address that the header of a load balancer names, or null if there was none
 * @param peer the address of the connection's other end, or null where the sandbox says as much
 * @param program that opened it, or null where that is not known
 */
public record ConnectionSource(
        @Nullable String client,
        @Nullable String peer,
        @Nullable ObservedProgram program) {}
