/**
 * What one sandbox may fetch by the policies in force, its own and those of all above it, and what a fetch costs it.
 */
@NullMarked
package io.sallyport.fetch.sandbox;

import org.jspecify.annotations.NullMarked;
