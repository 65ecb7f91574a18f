package io.sallyport.proxy.identity;

import io.sallyport.model.program.ObservedProgram;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Who may speak for a sandbox by coming through its own port. One who may not is not turned away: the port says nothing
 * of him, and he needs credentials as on any other listener. Safe for concurrent use; returns at once.
 */
@FunctionalInterface
public interface Callers {
    /** Whoever reaches the port. For an address that only the sandbox's own network reaches. */
    Callers ANYBODY = (listener, caller) -> CompletableFuture.completedStage(true);

    /**
     * Whether the connection from {@code caller} to {@code listener} may. A failure is a no.
     *
     * @param listener the address of the connection's near end
     */
    CompletionStage<Boolean> mayCome(InetSocketAddress listener, InetSocketAddress caller);

    /**
     * Which program opened the connection; empty where that cannot be seen. A failure is empty too.
     *
     * @param asked where the caller wanted to connect to, as its own socket says
     */
    default CompletionStage<Optional<ObservedProgram>> program(InetSocketAddress asked, InetSocketAddress caller) {
        return CompletableFuture.completedStage(Optional.empty());
    }
}
