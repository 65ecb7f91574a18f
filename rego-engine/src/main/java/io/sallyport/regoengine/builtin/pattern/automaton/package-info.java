/** Expressions as automata, which read each character of a text once. */
@NullMarked
package io.sallyport.regoengine.builtin.pattern.automaton;

import org.jspecify.annotations.NullMarked;
