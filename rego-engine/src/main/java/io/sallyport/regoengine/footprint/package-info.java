/**
 * Determines what a query of a plan can read of its input, without running it.
 *
 * <p>Start at {@link io.sallyport.regoengine.footprint.Footprint}. The result does not depend on the engine: however
 * the plan is run, the answer depends on nothing else of the input.
 */
@NullMarked
package io.sallyport.regoengine.footprint;

import org.jspecify.annotations.NullMarked;
