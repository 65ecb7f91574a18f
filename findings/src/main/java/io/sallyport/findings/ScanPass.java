package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One pass over a text, and over what is unpacked from it. Confined to one scan. */
final class ScanPass {
    /** What comparing one anchor costs, of work. */
    private static final int LOOK_COST = 16;

    private final AnchorTable table;
    private final FindingPlace place;
    private final FoundSecrets found;

    ScanPass(AnchorTable table, FindingPlace place, FoundSecrets found) {
        this.table = table;
        this.place = place;
        this.found = found;
    }

    /**
     * Notes what stands in the text.
     *
     * @param encoding in which the text stood
     * @param depth how many more encodings are undone
     */
    void over(ScannedText text, List<String> encoding, int depth) {
        byte[] bytes = text.bytes();
        for (int at = table.next(bytes, text.from(), text.to());
                at < text.to();
                at = table.next(bytes, at + AnchorTable.STEP, text.to())) {
            check(text, at, encoding, depth);
            if (text.work().isUsedUp()) {
                found.add(new FoundSecret(FindingKind.TOKEN, SecretScanner.UNSCANNED, place, encoding));
                return;
            }
        }
        if (depth > 0 && PercentEscapes.isIn(bytes, text.from(), text.to())) {
            text.work().charge(text.to() - text.from());
            byte[] decoded = PercentEscapes.decoded(bytes, text.from(), text.to());
            var inside = ScannedText.of(decoded, text.work());
            over(inside, with(encoding, PercentEscapes.WORD), depth - 1);
        }
    }

    private void check(ScannedText text, int at, List<String> encoding, int depth) {
        int window = AnchorTable.window(text.bytes(), at);
        for (int number = table.first(window); table.has(number, window); number++) {
            text.work().charge(LOOK_COST + found.size());
            Anchor anchor = table.anchor(number);
            int start = at - table.windowAt(number);
            if (text.has(anchor.text(), start) && anchor.depth() <= depth) {
                found(text, start, anchor, encoding, depth);
            }
        }
    }

    private void found(ScannedText text, int at, Anchor anchor, List<String> encoding, int depth) {
        Anchor hidden = anchor.inner();
        EncodingStep step = anchor.step();
        if (hidden != null && step != null) {
            DecodedRun run = decoded(text, at, step, hidden);
            if (run != null) {
                var inside = ScannedText.of(run.bytes(), text.work());
                found(inside, run.at(), hidden, with(encoding, step.encoding().word()), depth - 1);
            }
        } else if (anchor.sought() instanceof Compressed part) {
            unpack(text, at, part, with(encoding, part.name()), depth - 1);
        } else if (!found.has(anchor.sought().kind(), anchor.sought().name(), place)) {
            note(text, anchor.sought(), anchor.sought().at(text, at), encoding);
        }
    }

    private void note(ScannedText text, Sought sought, @Nullable SecretSpan span, List<String> encoding) {
        if (span != null && !(sought.kind() == FindingKind.TOKEN && found.isExempt(text, span, place))) {
            found.add(new FoundSecret(sought.kind(), sought.name(), place, encoding));
        }
    }

    private static @Nullable DecodedRun decoded(ScannedText text, int at, EncodingStep step, Anchor hidden) {
        DecodedRun beginning = DecodedRun.from(text, at, step, hidden.text().length);
        boolean is = beginning != null
                && ScannedText.of(beginning.bytes(), text.work()).has(hidden.text(), beginning.at());
        return is ? DecodedRun.around(text, at, step) : null;
    }

    private void unpack(ScannedText text, int at, Compressed part, List<String> encoding, int depth) {
        if (depth < 0) {
            return;
        }
        UnpackedContent content = part.unpacked(text, at);
        over(ScannedText.of(content.bytes(), text.work()), encoding, depth);
        if (!content.isWhole()) {
            found.add(new FoundSecret(FindingKind.TOKEN, SecretScanner.UNSCANNED, place, encoding));
        }
    }

    private static List<String> with(List<String> outer, String inner) {
        return Stream.concat(outer.stream(), Stream.of(inner)).toList();
    }
}
