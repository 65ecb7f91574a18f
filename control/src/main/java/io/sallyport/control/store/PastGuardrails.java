package io.sallyport.control.store;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsView;

/**
 * A set of guardrails that came into force, and how. Immutable.
 *
 * @param timeMillis when, in milliseconds since 1970; 0 if it is not known
 */
public record PastGuardrails(StoredGuardrails set, long timeMillis, ChangeOrigin origin) {
    long epoch() {
        return set.epoch();
    }

    /** Returns the size of its texts, in chars. */
    long chars() {
        return GuardrailsView.chars(set.rego(), set.data());
    }
}
