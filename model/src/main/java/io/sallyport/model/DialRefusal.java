package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/**
 * Why something is never dialled.
 *
 * @param reason the reason that the proxy would give for its refusal
 * @param message what is refused, for authors of policies
 * @param hint what the operator can do about it, or null if nothing
 */
public record DialRefusal(
        ReasonCode reason, String message, @Nullable String hint) implements DialVerdict {}
