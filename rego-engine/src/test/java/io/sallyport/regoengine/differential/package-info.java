/**
 * The engine against OPA itself and against OPA's WebAssembly, over policies and inputs that are made by chance, by a
 * seed. What differs is written to {@code target/differential} as a case; kept in {@code resources/differential} it is
 * asked in each build.
 */
@NullMarked
package io.sallyport.regoengine.differential;

import org.jspecify.annotations.NullMarked;
