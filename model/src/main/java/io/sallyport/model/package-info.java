/**
 * The words of the gateway: what a request is, who asks, and what was decided.
 *
 * <p>Every type here is immutable and safe to share. Nothing of ours is imported: if a type needs a
 * socket, a clock or a policy, it lives above. Start at {@link io.sallyport.model.CanonicalRequest}.
 */
@NullMarked
package io.sallyport.model;

import org.jspecify.annotations.NullMarked;
