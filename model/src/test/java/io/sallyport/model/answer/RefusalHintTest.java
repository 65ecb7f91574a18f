package io.sallyport.model.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Hints of all reasons, as recorded. {@code -Dgolden.write=true} records them again. */
final class RefusalHintTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/refusal-hints.txt");

    private static CanonicalRequest request(String method, String url) {
        return WrittenRequest.parse(method, url) instanceof Parsed.Accepted(CanonicalRequest request)
                ? request
                : throwing(url);
    }

    private static CanonicalRequest throwing(String url) {
        throw new IllegalArgumentException(url);
    }

    @Test
    void theHintsAreThoseRecorded() throws IOException {
        String hints = Arrays.stream(ReasonCode.values())
                .map(reason -> reason.word() + ": " + RefusalHint.of(reason) + "\n")
                .collect(Collectors.joining());
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(GOLDEN, hints);
        }
        assertThat(hints).isEqualTo(Files.readString(GOLDEN));
    }

    @ParameterizedTest
    @EnumSource(ReasonCode.class)
    void aHintIsOneLine(ReasonCode reason) {
        assertThat(RefusalHint.of(reason))
                .isNotBlank()
                .doesNotContain("\n", "null")
                .hasSizeLessThan(160);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    GET     | https://h.test/a?token=s3cret | "net.fetch": ["https://h.test/a"]
                    CONNECT | https://h.test                | "net.fetch": ["https://h.test/**"]
                    CONNECT | https://h.test:8443           | "net.fetch": ["https://h.test:8443/**"]
                    GET     | wss://h.test/live             | "net.fetch": ["wss://h.test/live"]
                    CONNECT | tcp://h.test:22               | sallyport policy why-not CONNECT 'tcp://h.test:22'
                    GET     | https://h.test/a*b            | sallyport policy why-not GET 'https://h.test/a*b'
                    """)
    void aRequestWithoutAGrantIsToldTheLineThatGrantsIt(String method, String url, String hint) {
        assertThat(RefusalHint.withoutGrant(request(method, url), true)).isEqualTo(hint);
    }

    @Test
    void whoHasNoLeaseIsToldTheCommandThatSaysMore() {
        assertThat(RefusalHint.withoutGrant(request("PUT", "https://h.test/a'b"), false))
                .isEqualTo("sallyport policy why-not PUT 'https://h.test/a'\\''b'");
    }

    @Test
    void anActionIsToldItsLine() {
        CanonicalAction action = CanonicalAction.parse("tool.call", "web.\"search", null)
                        instanceof Canonicalized.Accepted(CanonicalAction accepted)
                ? accepted
                : throwingAction();
        assertThat(RefusalHint.withoutGrant(action, true)).isEqualTo("\"tool.call\": [\"web.\\\"search\"]");
    }

    private static CanonicalAction throwingAction() {
        throw new IllegalArgumentException("no action");
    }
}
