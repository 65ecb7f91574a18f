package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;

/** Something that is looked for. Immutable. */
sealed interface Sought permits TokenForm, JsonWebToken, UrlCredentials, SoughtValue, Compressed {
    FindingKind kind();

    String name();

    /** Returns whether it stands at {@code at}, where its anchor was found. */
    boolean isAt(ScannedText text, int at);
}
