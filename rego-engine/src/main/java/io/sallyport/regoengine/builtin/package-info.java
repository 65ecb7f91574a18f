/**
 * The functions that a policy may call, with the semantics of OPA 1.22.
 *
 * <p>This package contains what all functions share; the families are in the packages below. A family is a class with a
 * list of {@link io.sallyport.regoengine.builtin.Builtin}s, and is listed in {@code standard.StandardBuiltins}. Each
 * function consumes {@link io.sallyport.regoengine.builtin.Fuel} for what it reads and creates before it does so,
 * returns {@code null} for "undefined", and throws {@link io.sallyport.regoengine.builtin.BuiltinError} where OPA's
 * function fails.
 */
@NullMarked
package io.sallyport.regoengine.builtin;

import org.jspecify.annotations.NullMarked;
