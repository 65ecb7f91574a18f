package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import org.jspecify.annotations.Nullable;

/** Something that is looked for. Immutable. */
sealed interface Sought permits TokenForm, JsonWebToken, UrlCredentials, SoughtValue, Compressed {
    FindingKind kind();

    String name();

    /**
     * Returns where the secret stands whose anchor was found.
     *
     * @param at where the anchor begins
     * @return null if it does not stand there
     */
    @Nullable
    SecretSpan at(ScannedText text, int at);

    /** Returns whether at least one more byte always follows the anchor, not only where others follow. */
    default boolean goesOn() {
        return true;
    }

    /** Returns whether the byte may stand right after the anchor. */
    default boolean mayPrecede(byte next) {
        return true;
    }

    /** Returns whether the byte may stand right before the anchor. */
    default boolean mayFollow(byte previous) {
        return true;
    }
}
