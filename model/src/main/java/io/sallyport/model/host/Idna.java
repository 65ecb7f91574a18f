package io.sallyport.model.host;

import com.ibm.icu.text.IDNA;
import org.jspecify.annotations.Nullable;

/**
 * Internationalized names as in UTS 46, non-transitional, with the checks of bidi and joiners. Used only for names that
 * need it, because its tables take about 40 ms to load, once.
 */
final class Idna {
    private static final IDNA UTS46 = IDNA.getUTS46Instance(
            IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    private Idna() {}

    /** Returns the name in A-labels, or null if UTS 46 rejects it. */
    static @Nullable String toAscii(String name) {
        StringBuilder ascii = new StringBuilder(name.length() + 16);
        IDNA.Info info = new IDNA.Info();
        UTS46.nameToASCII(name, ascii, info);
        return isFaulty(info) ? null : ascii.toString();
    }

    /**
     * Returns whether a lower-case label that begins with {@code xn--} decodes to a valid U-label and encodes to itself
     * again.
     */
    static boolean isValidLabel(String label) {
        StringBuilder ascii = new StringBuilder(label.length());
        IDNA.Info info = new IDNA.Info();
        UTS46.labelToASCII(label, ascii, info);
        return !isFaulty(info) && label.contentEquals(ascii);
    }

    /**
     * Ignores hyphens in third and fourth place, which are in use ({@code r3---sn-x}); UTS 46 makes that check
     * optional.
     */
    private static boolean isFaulty(IDNA.Info info) {
        return info.getErrors().stream().anyMatch(error -> error != IDNA.Error.HYPHEN_3_4);
    }
}
