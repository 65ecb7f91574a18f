/**
 * Compares the engine with OPA itself and with OPA's WebAssembly, over random policies and inputs from a seed.
 * Differences are written to {@code target/differential} as cases; those kept in {@code resources/differential} are
 * checked in each build.
 */
@NullMarked
package io.sallyport.regoengine.differential;

import org.jspecify.annotations.NullMarked;
