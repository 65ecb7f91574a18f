/** The nodes of a plan and the state that they share during a run; bytecode is defined in this package, too. */
@NullMarked
package io.sallyport.regoengine.eval.node;

import org.jspecify.annotations.NullMarked;
