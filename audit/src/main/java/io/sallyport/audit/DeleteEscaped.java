package io.sallyport.audit;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;

/** Escapes what JSON requires, and U+007F, which terminals act on. Immutable. */
final class DeleteEscaped extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final int DELETE = 0x7f;

    private final int[] ascii;

    DeleteEscaped() {
        ascii = standardAsciiEscapesForJSON();
        ascii[DELETE] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ascii;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        return null; // no custom sequence
    }
}
