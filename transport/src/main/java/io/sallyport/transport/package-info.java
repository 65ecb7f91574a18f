/** Which sockets and event loops the gateway runs on. */
@NullMarked
package io.sallyport.transport;

import org.jspecify.annotations.NullMarked;
