/**
 * Rego's values: what policies read and make.
 *
 * <p>A value is null, a boolean, a number, a string, an array, an object or a set, and nothing else. There is no value
 * for "undefined": where a look-up finds nothing, the answer is Java's {@code null}. Start at {@link
 * io.sallyport.regoengine.value.RegoValue}; JSON comes and goes through {@link io.sallyport.regoengine.value.RegoJson}.
 */
@NullMarked
package io.sallyport.regoengine.value;

import org.jspecify.annotations.NullMarked;
