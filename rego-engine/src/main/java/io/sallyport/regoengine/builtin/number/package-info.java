/** Arithmetic, aggregates, ranges and bits, and the numbers in units and versions. */
@NullMarked
package io.sallyport.regoengine.builtin.number;

import org.jspecify.annotations.NullMarked;
