package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/**
 * Why something is never dialled.
 *
 * @param reason that of the proxy's refusal, were it asked
 * @param message what it is that is refused, for whoever writes policies
 * @param hint what the operator can do about it, or null where that is nothing
 */
public record DialRefusal(
        ReasonCode reason, String message, @Nullable String hint) {}
