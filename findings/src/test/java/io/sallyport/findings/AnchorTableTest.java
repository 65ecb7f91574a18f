package io.sallyport.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pass over every second place notices what a comparison at each place finds. */
class AnchorTableTest {
    private static final List<Anchor> ALL = all();
    private static final AnchorTable TABLE = new AnchorTable(ALL);
    private static final Map<String, List<Anchor>> BY_BEGINNING =
            ALL.stream().collect(Collectors.groupingBy(anchor -> beginning(anchor.text(), 0)));

    private record Place(Anchor anchor, int at) {}

    private static List<Anchor> all() {
        var anchors = new EncodedAnchors(2);
        TokenForms.SHIPPED.forEach(form -> {
            if (form.sought() instanceof TokenForm token && token.isPlainOnly()) {
                anchors.addPlain(form.prefix(), token);
            } else {
                anchors.add(form.prefix(), form.sought());
            }
        });
        for (Compressed.Form form : Compressed.Form.values()) {
            form.anchors().forEach(anchor -> anchors.add(anchor, new Compressed(form)));
        }
        return anchors.all();
    }

    private static String beginning(byte[] text, int at) {
        return new String(text, at, Anchor.MIN_BYTES, StandardCharsets.ISO_8859_1);
    }

    @Test
    void eachAnchorIsNoticedWhereverItBeginsAndAtBothEnds() {
        for (Anchor anchor : ALL) {
            for (int before = 0; before < 4; before++) {
                for (int after = 0; after < 3; after++) {
                    byte[] text = surrounded(anchor, before, after);
                    assertThat(noticed(text, 0, text.length)).containsAll(standing(text, 0, text.length));
                }
            }
        }
    }

    @Test
    void inTextsOfAnchorsAndPiecesOfThemNothingIsMissed() {
        var random = new Random(11);
        for (int i = 0; i < 4_000; i++) {
            byte[] text = pieces(random);
            int from = random.nextInt(Math.min(4, text.length));
            int to = text.length - random.nextInt(Math.min(4, text.length - from));
            assertThat(noticed(text, from, to)).containsAll(standing(text, from, to));
        }
    }

    private static byte[] surrounded(Anchor anchor, int before, int after) {
        byte[] text = anchor.text();
        byte[] all = new byte[before + text.length + after];
        Arrays.fill(all, beside(anchor, true));
        System.arraycopy(text, 0, all, before, text.length);
        Arrays.fill(all, before + text.length, all.length, beside(anchor, false));
        return all;
    }

    private static byte beside(Anchor anchor, boolean before) {
        byte value = ' ';
        while (!(before ? anchor.mayFollow(value) : anchor.mayPrecede(value))) {
            value++;
        }
        return value;
    }

    private static byte[] pieces(Random random) {
        List<byte[]> pieces = new ArrayList<>();
        for (int count = 1 + random.nextInt(6); count > 0; count--) {
            byte[] text = ALL.get(random.nextInt(ALL.size())).text();
            pieces.add(
                    random.nextInt(3) == 0
                            ? new byte[] {(byte) random.nextInt(256)}
                            : Arrays.copyOf(text, text.length - random.nextInt(2)));
        }
        var all = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        return all;
    }

    /** The plain form: what stands at each place, with such neighbours as it demands. */
    private static Set<Place> standing(byte[] text, int from, int to) {
        Set<Place> all = new HashSet<>();
        var range = new ScannedText(text, from, to, ScanWork.of(0));
        for (int i = from; i + Anchor.MIN_BYTES <= to; i++) {
            for (Anchor anchor : BY_BEGINNING.getOrDefault(beginning(text, i), List.of())) {
                if (range.has(anchor.text(), i) && isSurrounded(anchor, range, i)) {
                    all.add(new Place(anchor, i));
                }
            }
        }
        return all;
    }

    private static boolean isSurrounded(Anchor anchor, ScannedText text, int at) {
        int end = at + anchor.text().length;
        boolean ends = end == text.to() ? !anchor.goesOn() : anchor.mayPrecede(text.bytes()[end]);
        boolean begins = at == text.from() ? anchor.goesOn() : anchor.mayFollow(text.bytes()[at - 1]);
        return ends && begins;
    }

    private static Set<Place> noticed(byte[] text, int from, int to) {
        Set<Place> all = new HashSet<>();
        var range = new ScannedText(text, from, to, ScanWork.of(0));
        for (int at = TABLE.next(text, from, to); at < to; at = TABLE.next(text, at + AnchorTable.STEP, to)) {
            int window = AnchorTable.window(text, at);
            for (int number = TABLE.first(window); TABLE.has(number, window); number++) {
                int start = at - TABLE.windowAt(number);
                if (range.has(TABLE.anchor(number).text(), start)) {
                    all.add(new Place(TABLE.anchor(number), start));
                }
            }
        }
        return all;
    }
}
