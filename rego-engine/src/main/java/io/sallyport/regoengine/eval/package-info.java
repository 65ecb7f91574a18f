/**
 * Runs plans.
 *
 * <p>{@link io.sallyport.regoengine.eval.Program} is a plan with every name resolved: small immutable nodes, shared by
 * all threads, in {@link io.sallyport.regoengine.eval.node}. One evaluation is a {@code Run}: fuel, depth, the memo of
 * rules and the answers, confined to one thread. A node returns a signal (package-private {@code Signal}): continue,
 * leave a number of blocks, or return; undefined means "leave one block". The only exceptions in an ordinary run are
 * those of failing builtins.
 *
 * <p>A program that is used often is compiled to bytecode ({@code Bytecode}, {@link
 * io.sallyport.regoengine.bytecode.ProgramClass}), with the same answers; that code calls the same static methods of
 * the nodes to operate on values.
 */
@NullMarked
package io.sallyport.regoengine.eval;

import org.jspecify.annotations.NullMarked;
