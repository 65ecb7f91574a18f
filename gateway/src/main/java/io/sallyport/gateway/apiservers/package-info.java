/**
 * The API servers of sandboxes: what a harness wants is started, found by the proxy, and ended with its sandbox. Start at
 * {@link io.sallyport.gateway.apiservers.ServerRuns}.
 */
@NullMarked
package io.sallyport.gateway.apiservers;

import org.jspecify.annotations.NullMarked;
