package io.sallyport.model.answer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Until when something is tried at a sandbox. Immutable.
 *
 * @param candidate the end of its candidate, or null if it has none
 * @param reportMode until when it is in report mode, or null if it is not
 */
public record TrialTerms(
        @Nullable Instant candidate, @Nullable Instant reportMode) {
    /** Nothing is tried. */
    public static final TrialTerms NONE = new TrialTerms(null, null);
}
