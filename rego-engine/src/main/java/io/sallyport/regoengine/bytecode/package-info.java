/**
 * Writes plans as JVM classes.
 *
 * <p>A program becomes one class, each plan function a static method: locals are JVM locals, blocks are labels, and what a
 * statement does to values stands in static methods of {@code eval.node}, the same that the nodes use. Nothing here runs or
 * defines a class; {@code eval} does. Start at {@link io.sallyport.regoengine.bytecode.ProgramClass}.
 */
@NullMarked
package io.sallyport.regoengine.bytecode;

import org.jspecify.annotations.NullMarked;
