/**
 * What a query of a plan can read of its input, found without running it.
 *
 * <p>Start at {@link io.sallyport.regoengine.footprint.Footprint}. Nothing here needs an engine: whatever runs the plan,
 * the answer depends on nothing else of the input.
 */
@NullMarked
package io.sallyport.regoengine.footprint;

import org.jspecify.annotations.NullMarked;
