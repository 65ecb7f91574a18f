/**
 * API servers on the host: small HTTP servers that do for one run what a sandbox cannot. Start at {@link
 * io.sallyport.apiservers.ServerProcess}; when a server is what is decided in {@link
 * io.sallyport.apiservers.ServerLifecycle}.
 */
@NullMarked
package io.sallyport.apiservers;

import org.jspecify.annotations.NullMarked;
