/** The kinds of sockets and event loops that the gateway runs on. */
@NullMarked
package io.sallyport.transport;

import org.jspecify.annotations.NullMarked;
