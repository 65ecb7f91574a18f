/**
 * Namespaces around one command, from which only the gateway can be reached. Start at {@link io.sallyport.fence.Fence};
 * what happens inside is in {@code fence/program}, in Go, since the JVM has too many threads to enter a namespace.
 */
@NullMarked
package io.sallyport.fence;

import org.jspecify.annotations.NullMarked;
