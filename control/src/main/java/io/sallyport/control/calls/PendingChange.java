package io.sallyport.control.calls;

import io.sallyport.control.calls.Control.GuardrailsView;

/**
 * A change of the guardrails that waits for the approval of another person. Immutable.
 *
 * @param id lower-case hex; made from everything below, so that whoever approves an id approves exactly this
 * @param set what comes into force; its epoch is 0
 * @param base the tag of the guardrails in force when it was made; it replaces no others
 * @param origin its author
 * @param promotes whether it is a promotion of the candidate
 * @param timeMillis when it was made, in milliseconds since 1970
 * @param expiresMillis when it stops waiting, in milliseconds since 1970
 */
public record PendingChange(
        String id,
        GuardrailsView set,
        String base,
        ChangeOrigin origin,
        boolean promotes,
        long timeMillis,
        long expiresMillis) {
    /** Returns its id, its author and its digest, as records name it. */
    public String summary() {
        return "change " + id + " of " + origin.by() + " " + origin.name() + ", digest " + set.digest();
    }
}
