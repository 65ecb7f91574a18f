/**
 * DNS for sandboxes whose network leads nowhere else (RFC 1035): names that a grant covers get addresses of the
 * gateway's own, by which a transparent listener knows them again. Nothing is resolved here.
 */
@NullMarked
package io.sallyport.proxy.dns;

import org.jspecify.annotations.NullMarked;
