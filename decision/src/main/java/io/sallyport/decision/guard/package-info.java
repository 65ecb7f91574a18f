/**
 * The decision API: a runner, or the sandbox itself, asks before something is done. Questions are read strictly, judged
 * by the policies of the sandbox like any request, and each gets one ruling, from which its answer and its record are
 * written.
 */
@NullMarked
package io.sallyport.decision.guard;

import org.jspecify.annotations.NullMarked;
