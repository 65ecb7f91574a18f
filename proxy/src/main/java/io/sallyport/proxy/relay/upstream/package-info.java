/** Connections to targets on one event loop: dialled, used, kept for the next request. */
@NullMarked
package io.sallyport.proxy.relay.upstream;

import org.jspecify.annotations.NullMarked;
