/**
 * The values that policies read and create.
 *
 * <p>A value is null, a boolean, a number, a string, an array, an object or a set. There is no value for "undefined": a
 * look-up that finds nothing returns Java's {@code null}. Start at {@link io.sallyport.regoengine.value.RegoValue};
 * {@link io.sallyport.regoengine.value.RegoJson} converts from and to JSON.
 */
@NullMarked
package io.sallyport.regoengine.value;

import org.jspecify.annotations.NullMarked;
