package io.sallyport.proxy.identity;

import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a connection before anything is read from it.
 *
 * @param listener the address that it arrived on, null where there is no socket
 * @param remote where it came from, null where there is no socket
 */
public record Peer(
        @Nullable SocketAddress listener, @Nullable SocketAddress remote) {
    /** No socket at all. */
    public static final Peer NONE = new Peer(null, null);
}
