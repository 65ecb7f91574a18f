package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholderMarkerTest {
    private static final String PLAIN = "openshell:resolve:env:KEY";

    @ParameterizedTest
    @ValueSource(
            strings = {
                PLAIN,
                "openshell:resolve:env:",
                "Bearer " + PLAIN,
                "sk-OPENSHELL-RESOLVE-ENV-KEY",
                "OpenShell:Resolve:Env:KEY",
                "openshell-resolve:env-KEY",
                "openshell%3Aresolve%3aenv%3AKEY",
                "%6fpenshell:resolve:env:KEY",
                "%6Fpe%6Eshell:reso%6cve:env%3AKEY",
                "openshell%253Aresolve%25253aenv:KEY",
                "%%openshell:resolve:env:KEY",
                "%6openshell:resolve:env:KEY",
                "%openshell:resolve:env:KEY",
                "100%25openshell:resolve:env:KEY",
                "ooopenshopenshell:resolve:env:KEY",
                "openshell:openshell:resolve:env:KEY",
                "openshell:resoopenshell:resolve:env:KEY",
                "%6f%6fpenshell:resolve:env:KEY",
                "Basic dXNlcjpvcGVuc2hlbGw6cmVzb2x2ZTplbnY6S0VZ",
                "basic  dXNlcjpv cGVuc2hlbGw6cmVzb2x2ZTplbnY6S0VZ",
                "\\u006fpenshell\\u003aresolve\\u003Aenv:KEY",
                "\\\\u006fpenshell:resolve:env:KEY",
                "\\u005cu006fpenshell:resolve:env:KEY",
                "\\u00256fpenshell:resolve:env:KEY",
                "%5Cu006fpenshell:resolve:env:KEY",
                "%5c%75%30%30%36%66penshell:resolve:env:KEY",
                "\\u00openshell:resolve:env:KEY",
                "C:\\openshell:resolve:env:KEY",
                "a=1&b=%41&token=openshell:resolve:env:KEY",
            })
    void isFoundHoweverItIsWritten(String text) {
        assertThat(PlaceholderMarker.isIn(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "openshell",
                "openshell:resolve:env",
                "openshell:resolve:envy:KEY and more",
                "openshell resolve env KEY",
                "openshel:resolve:env:KEY--",
                "openshell%3resolve:env:KEY",
                "openshell\\u013aresolve:env:KEY",
                "\\U006fpenshell:resolve:env:KEY",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)",
                "Basic dXNlcjpwYXNzd29yZC10aGF0LWlzLWxvbmctZW5vdWdo",
            })
    void isNotFoundWhereItIsNot(String text) {
        assertThat(PlaceholderMarker.isIn(text)).isFalse();
    }

    /** A search char by char and the skipping search give the same result. */
    @Test
    void bothSearchesAgreeOnTextsThatAreNearly() {
        Random random = new Random(17);
        String pieces = "openshell:resolve:env:-OPENSHELL-RESOLVE-ENV-";
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            while (text.length() < 60) {
                int from = random.nextInt(pieces.length());
                text.append(pieces, from, Math.min(pieces.length(), from + 1 + random.nextInt(23)));
            }
            int state = MarkerState.START;
            for (int i = 0; i < text.length() && !MarkerState.isFound(state); i++) {
                state = MarkerState.next(state, text.charAt(i));
            }
            assertThat(PlaceholderMarker.isIn(text.toString()))
                    .as(text.toString())
                    .isEqualTo(MarkerState.isFound(state));
        }
    }

    @Test
    void everyPercentFormOfEveryCharIsFound() {
        Random random = new Random(23);
        for (int round = 0; round < 5_000; round++) {
            var text = new StringBuilder("x%2");
            for (int i = 0; i < PLAIN.length(); i++) {
                char c = PLAIN.charAt(i);
                String escape = String.format(random.nextBoolean() ? "%%%02x" : "%%%02X", (int) c);
                text.append(
                        switch (random.nextInt(3)) {
                            case 0 -> String.valueOf(c);
                            case 1 -> escape;
                            default -> escape.replace("%", "%25");
                        });
            }
            assertThat(PlaceholderMarker.isIn(text.toString()))
                    .as(text.toString())
                    .isTrue();
        }
    }

    @Test
    void basicIsReadAtEveryOffset() {
        for (String user : new String[] {"", "u", "us", "use"}) {
            String pair = user + ":" + PLAIN;
            String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            assertThat(PlaceholderMarker.isIn("Basic " + encoded)).as(user).isTrue();
            assertThat(PlaceholderMarker.isIn("Bearer " + encoded)).as(user).isFalse();
        }
    }
}
