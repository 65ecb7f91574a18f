package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random texts made of what parsers stumble over: no parser throws, and reading a canonical form again changes nothing.
 */
final class CanonicalFormPropertyTest {
    private static final int ROUNDS = 3_000;
    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            "0",
            "1",
            "9",
            "127",
            "0x",
            "x",
            "xn--",
            "bcher-kva",
            "-",
            "_",
            ".",
            "..",
            "/",
            "//",
            "/./",
            "/../",
            ":",
            "::",
            "[",
            "]",
            "@",
            "?",
            "#",
            "&",
            "=",
            "+",
            ";",
            "%",
            "%2e",
            "%2F",
            "%5c",
            "%3B",
            "%00",
            "%41",
            "%c3%a9",
            "%c3",
            "%25",
            "*",
            "**",
            "é",
            "ß",
            "。",
            "１",
            "\u00ad",
            "\ud83d",
            "\0",
            " ",
            "\t",
            "\\",
            "{",
            "|",
            "ffff",
            "https://",
            "http://",
            "s3://",
            "h",
            ".com",
            ":443",
            ":80",
            "'",
            "\"");

    private static String random(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(10); n >= 0; n--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20_260_101, -77})
    void readingACanonicalFormAgainChangesNothing(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        int accepted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String text = random(random);
            accepted += CanonicalForms.check(text)
                    + CanonicalForms.check("/" + text)
                    + CanonicalForms.check("https://h" + text);
        }
        assertThat(accepted).as("texts that had a canonical form").isGreaterThan(ROUNDS / 20);
    }
}
