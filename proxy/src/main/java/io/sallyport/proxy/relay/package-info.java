/**
 * Doing on sockets what {@code enforce} said: answers of our own, forwarded requests, tunnels. Both sides of an exchange
 * live on one event loop ({@link io.sallyport.proxy.relay.Worker}), so nothing here takes a lock.
 */
@NullMarked
package io.sallyport.proxy.relay;

import org.jspecify.annotations.NullMarked;
