package io.sallyport.model.host;

import com.ibm.icu.text.IDNA;
import org.jspecify.annotations.Nullable;

/**
 * Internationalised names by UTS 46, non-transitional, with the checks of bidi and joiners. Only names that need it come
 * here: the tables behind it take some 40 ms to load, once.
 */
final class Idna {
    private static final IDNA UTS46 = IDNA.getUTS46Instance(
            IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    private Idna() {}

    /** The name in A-labels, or null where UTS 46 has none for it. */
    static @Nullable String toAscii(String name) {
        StringBuilder ascii = new StringBuilder(name.length() + 16);
        IDNA.Info info = new IDNA.Info();
        UTS46.nameToASCII(name, ascii, info);
        return isFaulty(info) ? null : ascii.toString();
    }

    /** Whether a lower-case label that begins with {@code xn--} decodes to a valid U-label and encodes to itself again. */
    static boolean isValidLabel(String label) {
        StringBuilder ascii = new StringBuilder(label.length());
        IDNA.Info info = new IDNA.Info();
        UTS46.labelToASCII(label, ascii, info);
        return !isFaulty(info) && label.contentEquals(ascii);
    }

    /** Two hyphens in third and fourth place are in use ({@code r3---sn-x}); UTS 46 leaves that check to choice. */
    private static boolean isFaulty(IDNA.Info info) {
        return info.getErrors().stream().anyMatch(error -> error != IDNA.Error.HYPHEN_3_4);
    }
}
