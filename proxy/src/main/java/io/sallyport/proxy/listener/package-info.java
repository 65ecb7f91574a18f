/**
 * Bytes to HTTP/1.1 heads and bodies, under limits of size, count and time. Strict: what two readers could read in two
 * ways is refused, never repaired (RFC 9112). Nothing here knows a socket, a sandbox or a policy.
 */
@NullMarked
package io.sallyport.proxy.listener;

import org.jspecify.annotations.NullMarked;
