/**
 * A complete gateway: {@link io.sallyport.gateway.serve.Gateway} judges and relays; {@link
 * io.sallyport.gateway.serve.Service} adds what {@code serve} keeps on disk and its other listeners.
 */
@NullMarked
package io.sallyport.gateway.serve;

import org.jspecify.annotations.NullMarked;
