/** A read-only subscriber in ARCP 1.1: what the jobs of a runtime may do, heard on the wire. Only {@code ArcpLink} opens a socket. */
@NullMarked
package io.sallyport.leasebridge.arcp;

import org.jspecify.annotations.NullMarked;
