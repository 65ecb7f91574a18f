/**
 * The vocabulary of the gateway: requests, callers and decisions.
 *
 * <p>Every type here is immutable and safe to share. The module imports no other module of the project: a type that
 * needs a socket, a clock or a policy belongs in a higher one. Start at {@link io.sallyport.model.CanonicalRequest}.
 */
@NullMarked
package io.sallyport.model;

import org.jspecify.annotations.NullMarked;
