/**
 * What is done with a request: one state machine without sockets. {@link io.sallyport.proxy.enforce.RequestPath} takes
 * a head and says what the socket side is to do.
 */
@NullMarked
package io.sallyport.proxy.enforce;

import org.jspecify.annotations.NullMarked;
