package io.sallyport.findings;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Texts of pieces that the scanner looks for, put together by chance: it ends, and finds the value behind them. */
class RandomTextsTest {
    private static final String[] PIECES = {
        "ghp_",
        "eyJh",
        "%67",
        "%25",
        "H4sIA",
        "\u001f\u008b\u0008\0",
        "https://a:",
        "AKIA",
        "6768705f",
        "Z2hw",
        "=",
        "\r\n",
        "-----BEGIN ",
        ".",
        "\0",
        "wintergreen",
        "d2ludGVy",
        "\"private_key_id\": \"",
        "@",
        "ab"
    };

    @Test
    void aThousandAreSearched() {
        search(1, 1_000);
    }

    @Test
    @Tag("nightly")
    void aMillionAreSearched() {
        search(2, 1_000_000);
    }

    private static void search(long seed, int texts) {
        var random = new Random(seed);
        for (int i = 0; i < texts; i++) {
            var text = new StringBuilder();
            for (int piece = random.nextInt(40); piece > 0; piece--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            HiddenValue.check(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
