/**
 * Runs plans.
 *
 * <p>{@link io.sallyport.regoengine.eval.Program} is a plan with every name resolved: small immutable nodes, shared by all
 * threads. They stand in {@link io.sallyport.regoengine.eval.node}, with what they share. One evaluation is a {@code Run}:
 * fuel, depth, remembered rules and answers, confined to one thread. A node answers with a signal (package-private {@code
 * Signal}): go on, leave so many blocks, or return; undefined is "leave one block". No exception is part of an ordinary run
 * but that of a builtin which fails.
 *
 * <p>A program that was used becomes bytecode ({@code Bytecode}, {@link io.sallyport.regoengine.bytecode.ProgramClass}), with
 * the same answers; what statements do to values stands in static methods of the nodes, which that code calls as well.
 */
@NullMarked
package io.sallyport.regoengine.eval;

import org.jspecify.annotations.NullMarked;
