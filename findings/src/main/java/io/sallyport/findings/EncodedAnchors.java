package io.sallyport.findings;

import java.util.ArrayList;
import java.util.List;

/** Anchors in each chain of encodings and at each place in their groups, so that one pass over a text notices all. */
final class EncodedAnchors {
    private static final String HEX_DIGITS = "0123456789abcdef";
    private static final String BASE32_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final String BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private static final List<Alphabet> NESTED = List.of(
            new Alphabet(RadixEncoding.HEX, HEX_DIGITS),
            new Alphabet(RadixEncoding.BASE64, BASE64_DIGITS + "+/"),
            new Alphabet(RadixEncoding.BASE64, BASE64_DIGITS + "-_"));

    private static final List<Alphabet> ALONE = List.of(
            new Alphabet(RadixEncoding.HEX, "0123456789ABCDEF"),
            new Alphabet(RadixEncoding.BASE32, BASE32_DIGITS),
            new Alphabet(RadixEncoding.BASE32, "abcdefghijklmnopqrstuvwxyz234567"));

    private static final ByteSet URL_DIGITS = ByteSet.of("_-");

    private final List<Anchor> anchors = new ArrayList<>();
    private final int depth;

    private record Alphabet(RadixEncoding encoding, String digits) {
        boolean isForUrls() {
            return digits.endsWith("-_");
        }
    }

    /** @param depth how many encodings may surround what is looked for */
    EncodedAnchors(int depth) {
        this.depth = depth;
    }

    List<Anchor> all() {
        return anchors;
    }

    void addPlain(byte[] text, Sought sought) {
        anchors.add(Anchor.plain(text, sought));
    }

    void add(byte[] text, Sought sought) {
        Anchor plain = Anchor.plain(text, sought);
        addNested(plain, depth);
        if (depth > 0) {
            ALONE.forEach(alphabet -> anchors.addAll(around(plain, alphabet)));
        }
    }

    private void addNested(Anchor inner, int more) {
        anchors.add(inner);
        if (more > 0 && (inner.depth() == 0 || inner.text().length >= Anchor.WINDOW_BYTES)) {
            for (Alphabet alphabet : NESTED) {
                around(inner, alphabet).forEach(outer -> addNested(outer, more - 1));
            }
        }
    }

    private static List<Anchor> around(Anchor inner, Alphabet alphabet) {
        List<Anchor> made = new ArrayList<>();
        for (int lead = 0; lead < alphabet.encoding().groupBytes(); lead++) {
            var step = new EncodingStep(alphabet.encoding(), lead);
            byte[] text = step.around(inner.text(), alphabet.digits());
            boolean tooShort = inner.depth() > 0 && text.length < Anchor.WINDOW_BYTES; // it would stand everywhere
            if (tooShort) {
                continue;
            }
            if (!alphabet.isForUrls() || URL_DIGITS.isIn(text)) { // else it is the same in the other alphabet
                made.add(inner.within(step, text));
            }
        }
        return made;
    }
}
