/** The bytes of SOCKS: what a client says before its tunnel, and what it is told. Nothing here judges. */
@NullMarked
package io.sallyport.proxy.socks;

import org.jspecify.annotations.NullMarked;
