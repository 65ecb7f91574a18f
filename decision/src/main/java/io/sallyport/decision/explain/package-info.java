/** Why a verdict is what it is, for people: never on the way of a request. */
@NullMarked
package io.sallyport.decision.explain;

import org.jspecify.annotations.NullMarked;
