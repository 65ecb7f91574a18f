package io.sallyport.model.answer;

import org.jspecify.annotations.Nullable;

/**
 * Names the set of guardrails that a policy holds. Immutable.
 *
 * @param epoch how many changes of the guardrails there were; 0 where there was none
 * @param digest lower-case hex SHA-256 of the set; empty if it has no rule
 * @param revision of the bundle that it came in, as its manifest says; null without one
 */
public record GuardrailsVersion(
        long epoch, String digest, @Nullable String revision) {
    /** No guardrails were ever in force. */
    public static final GuardrailsVersion NONE = new GuardrailsVersion(0, "", null);
}
