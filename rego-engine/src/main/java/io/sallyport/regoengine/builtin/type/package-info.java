/** Kinds of values, comparisons and casts. */
@NullMarked
package io.sallyport.regoengine.builtin.type;

import org.jspecify.annotations.NullMarked;
