/** Heads and bodies of HTTP messages, as the relay writes them on and checks them. */
@NullMarked
package io.sallyport.proxy.relay.message;

import org.jspecify.annotations.NullMarked;
