/**
 * The functions that a policy may call, with the meaning that OPA 1.22 gives them.
 *
 * <p>Here stands what all of them share; the families stand in the packages below. A family is a class with a list of
 * {@link io.sallyport.regoengine.builtin.Builtin}s, and has a line in {@code standard.StandardBuiltins}. Each function pays
 * {@link io.sallyport.regoengine.builtin.Fuel} for what it reads and makes before it does so, answers {@code null} for
 * "undefined" and throws {@link io.sallyport.regoengine.builtin.BuiltinError} where OPA's fails.
 */
@NullMarked
package io.sallyport.regoengine.builtin;

import org.jspecify.annotations.NullMarked;
