package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MarkerScanTest {
    private static final String FORMS =
            "openshell:resolve:env: openshell%3Aresolve%3aenv%3a OPENSHELL-RESOLVE-ENV- %6fpens"
                    + " \\u006fpenshell\\u003Aresolve:e\\\\u006ev: %5cu006fpen\\n \\";

    /** However a body is split, the match ends where the first marker found in the whole body ends. */
    @Test
    void whatIsFoundDoesNotDependOnThePieces() {
        Random random = new Random(41);
        int found = 0;
        for (int round = 0; round < 20_000; round++) {
            String text = text(random, random.nextInt(500));
            int expected = walked(text);
            found += expected < 0 ? 0 : 1;
            assertThat(cut(text, random, 1 + random.nextInt(300))).as(text).isEqualTo(expected);
        }
        assertThat(found).isBetween(1_000, 19_000);
    }

    /** Wherever the body is cut, also within an escape of JSON in one of URLs. */
    @Test
    void anEscapedMarkerIsFoundWhereverItIsCut() {
        String filler = "\\n,".repeat(60);
        String text = filler + "%255C%75006%66penshell\\u003aresolve:env:" + filler;
        for (int at = 1; at < text.length(); at++) {
            var scan = new MarkerScan();
            int first = scan.endIn(Unpooled.copiedBuffer(text.substring(0, at), StandardCharsets.ISO_8859_1));
            int end = first >= 0
                    ? first
                    : at + scan.endIn(Unpooled.copiedBuffer(text.substring(at), StandardCharsets.ISO_8859_1));
            assertThat(end).as("cut at %d", at).isEqualTo(text.length() - filler.length());
        }
    }

    private static String text(Random random, int length) {
        var text = new StringBuilder();
        while (text.length() < length) {
            int from = random.nextInt(FORMS.length());
            int to = Math.min(FORMS.length(), from + 1 + random.nextInt(40));
            text.append(random.nextInt(4) == 0 ? FORMS.substring(from, to) : "x, y: z - o".repeat(random.nextInt(4)));
            if (random.nextInt(200) == 0) {
                text.append("openshell:resolve:env:");
            }
        }
        return text.toString();
    }

    private static int walked(String text) {
        int state = MarkerState.START;
        for (int i = 0; i < text.length(); i++) {
            state = MarkerState.next(state, text.charAt(i));
            if (MarkerState.isFound(state)) {
                return i + 1;
            }
        }
        return -1;
    }

    private static int cut(String text, Random random, int most) {
        var scan = new MarkerScan();
        for (int at = 0; at < text.length(); ) {
            int to = Math.min(text.length(), at + 1 + random.nextInt(most));
            ByteBuf piece = Unpooled.copiedBuffer("..." + text.substring(at, to), StandardCharsets.ISO_8859_1)
                    .skipBytes(3);
            int end = scan.endIn(piece);
            piece.release();
            if (end >= 0) {
                return at + end - 3;
            }
            at = to;
        }
        return -1;
    }
}
