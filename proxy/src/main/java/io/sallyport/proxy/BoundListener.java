package io.sallyport.proxy;

import java.net.InetSocketAddress;

/**
 * An open listener.
 *
 * @param address where it is, with the port that was chosen; that of a received socket is one of its own network
 *     namespace
 */
public record BoundListener(ListenAddress listen, InetSocketAddress address) {}
