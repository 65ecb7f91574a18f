/**
 * The hot path: which policy is in force for a sandbox, what it says of a request, and what is true only now.
 *
 * <p>Nothing here opens a file or a socket, and nothing waits: {@link io.sallyport.decision.PolicySnapshot#decide} and
 * {@link io.sallyport.decision.Admission} return at once and are called on event loops.
 */
@NullMarked
package io.sallyport.decision;

import org.jspecify.annotations.NullMarked;
