/**
 * A read-only subscriber of ARCP 1.1: learns from a runtime's messages what its jobs may do. Only {@code ArcpLink}
 * opens a socket.
 */
@NullMarked
package io.sallyport.leasebridge.arcp;

import org.jspecify.annotations.NullMarked;
