/**
 * Compiles plans to JVM classes.
 *
 * <p>A program becomes one class and each plan function a static method: locals are JVM locals, blocks are labels, and
 * operations on values are static methods of {@code eval.node}, which the nodes use as well. This package neither runs
 * nor defines classes; {@code eval} does. Start at {@link io.sallyport.regoengine.bytecode.ProgramClass}.
 */
@NullMarked
package io.sallyport.regoengine.bytecode;

import org.jspecify.annotations.NullMarked;
