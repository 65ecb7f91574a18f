/** The nodes that a plan becomes, what they share during a run, and the place where its bytecode is defined. */
@NullMarked
package io.sallyport.regoengine.eval.node;

import org.jspecify.annotations.NullMarked;
