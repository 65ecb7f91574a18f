/**
 * Doing on sockets what {@code enforce} said: answers of our own, forwarded requests, tunnels. Both sides of an
 * exchange live on one event loop ({@link io.sallyport.proxy.relay.Worker}), so nothing here takes a lock.
 *
 * <p>Here is the side of the client: what a connection does now is its state. The side of the target is in {@code
 * upstream}, the form of what is written in {@code message}, what any channel is asked in {@code channel}.
 */
@NullMarked
package io.sallyport.proxy.relay;

import org.jspecify.annotations.NullMarked;
