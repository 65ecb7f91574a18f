package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In the texts, {@code |} ends a line, and the last line ends where somebody writes. */
class KeyPathTest {
    private static KeyPath inYaml(String text) {
        List<String> lines = List.of(text.split("\\|", -1));
        return KeyPath.inYaml(
                lines, new DocumentText.Spot(lines.size() - 1, lines.getLast().length()));
    }

    private static String shown(KeyPath path) {
        return String.join("/", path.parents()) + (path.isValue() ? " = " : " . ") + path.written();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "ver; . ver",
                "version: 1|net; . net",
                "version: ; version =",
                "a:|  b:|    c: 1|  d:|    e; a/d . e",
                "a:|  b: 1|top; . top",
                "a:|  - b: 1|    c: x; a/c = x",
                "a:|  - b: 1|    c: 2|  - d; a . d",
                "a:|- b: 1|  c; a . c",
                "a:|- b:|    c: 1|- d:|    e; a/d . e",
                "a:|  # b: 1||  c; a . c",
                "a: {b: 1, c; a . c",
                "a: {b: {c: 1}, d: x; a/d = x",
                "a: [{b: 1, c; a . c",
                "\"a b\": x; a b = x",
                "a:|  b: \"x; a/b = x",
            })
    void theKeysAroundAPlaceAreFound(String text, String expected) {
        assertThat(shown(inYaml(text))).isEqualTo(pad(expected));
    }

    @Test
    void aTextThatIsNoDocumentHasSomePath() {
        assertThatCode(() -> inYaml("}}]],,::")).doesNotThrowAnyException();
    }

    private static String pad(String expected) {
        return (expected.startsWith(". ") ? " " : "") + expected + (expected.endsWith("=") ? " " : "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"net; . net",
                "{\"lease\": {\"net.fetch\": [\"a\", \"b\"], \"to; lease . to",
                "{\"lease\": {\"net.fetch\": [\"a\", \"b; lease/net.fetch = b",
                "{\"a\": {\"b\": 1}, \"c\": ; c =",
                "{\"a\": \"{[,:\", \"b; . b",
            })
    void theKeysInJsonAreFound(String text, String expected) {
        assertThat(shown(KeyPath.inJson(text))).isEqualTo(pad(expected));
    }
}
