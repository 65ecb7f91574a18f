/**
 * The API servers of sandboxes: what a harness wants is started, found by the proxy, and ended with its sandbox. Start
 * at {@link io.sallyport.apiservers.sandbox.ServerRuns}.
 */
@NullMarked
package io.sallyport.apiservers.sandbox;

import org.jspecify.annotations.NullMarked;
