/** The proxy that connections to targets may lead through: where it is, and the CONNECT that is spoken with it. */
@NullMarked
package io.sallyport.egress.upstream;

import org.jspecify.annotations.NullMarked;
