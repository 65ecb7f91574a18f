/** The side of a read-only subscriber in ARCP 1.1: what a runtime's jobs may do, heard on the wire. Opens no socket. */
@NullMarked
package io.sallyport.leasebridge.arcp;

import org.jspecify.annotations.NullMarked;
