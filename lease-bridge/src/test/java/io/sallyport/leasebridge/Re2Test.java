package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Re2Test {
    private static final List<String> BEYOND_ASCII =
            List.of("\u0080", "ß", "é", "İ", "\u2028", "漢", "😀", "\u00ad", "‐", "−");

    @Test
    void everyCharacterOfAsciiMatchesItselfAlone() {
        for (int c = 0; c < 0x80; c++) {
            String text = Character.toString(c);
            long matched = IntStream.range(0, 0x80)
                    .filter(other -> matches("^" + Re2.quote(text) + "$", Character.toString(other)))
                    .count();
            assertThat(matches("^" + Re2.quote(text) + "$", text))
                    .as("U+%04x", c)
                    .isTrue();
            assertThat(matched).as("what U+%04x matches", c).isEqualTo(1);
        }
    }

    @Test
    void everyCharacterOfAsciiIsItselfInBracketsToo() {
        for (int c = 0; c < 0x80; c++) {
            String class3 = "^[a" + Re2.quote(Character.toString(c)) + "z]$";
            int self = c;
            IntStream.range(0, 0x80)
                    .forEach(other -> assertThat(matches(class3, Character.toString(other)))
                            .as("%s on U+%04x", class3, other)
                            .isEqualTo(other == 'a' || other == 'z' || other == self));
        }
    }

    @Test
    void whatIsNotAsciiStandsForItself() {
        for (String text : BEYOND_ASCII) {
            assertThat(Re2.quote(text)).isEqualTo(text);
            assertThat(matches("^" + Re2.quote(text) + "$", text)).as(text).isTrue();
            assertThat(matches("^" + Re2.quote(text) + "$", "-")).as(text).isFalse();
        }
    }

    @Test
    void aDashInBracketsMakesNoRange() {
        String stops = "^[^" + Re2.quote("+-/") + "]$";
        assertThat(matches(stops, ".")).isTrue();
        assertThat(matches(stops, "-")).isFalse();
    }

    private static boolean matches(String expression, String text) {
        return Pattern.compile(expression, Pattern.DOTALL).matches(text);
    }
}
