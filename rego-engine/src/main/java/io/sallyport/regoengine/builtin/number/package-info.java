/** Arithmetic, aggregates, ranges and bits, units and versions. */
@NullMarked
package io.sallyport.regoengine.builtin.number;

import org.jspecify.annotations.NullMarked;
