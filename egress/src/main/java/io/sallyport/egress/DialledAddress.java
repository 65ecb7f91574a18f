package io.sallyport.egress;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection to a target leads.
 *
 * @param socket the checked address; of a proxy that is asked for names, what the name had here
 * @param via the upstream proxy through which it leads, {@code HOST:PORT}, or null if it is dialled directly
 */
public record DialledAddress(
        InetSocketAddress socket, @Nullable String via) {}
