package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretFilterTest {
    private static final String TEXT = "one secret-1 two secret-12 three secret- and secret";
    private static final String SCRUBBED = "one [CREDENTIAL] two [CREDENTIAL] three secret- and secret";

    private final LogSecrets secrets = LogSecrets.of(List.of("secret-1", "secret-12"));

    @Test
    void secretsAreFoundWhereverTheReadIsSplit() {
        for (int at = 0; at <= TEXT.length(); at++) {
            assertThat(scrubbed(List.of(TEXT.substring(0, at), TEXT.substring(at))))
                    .as("split at %d", at)
                    .isEqualTo(SCRUBBED);
        }
    }

    @Test
    void oneByteAtATimeIsEnough() {
        assertThat(scrubbed(TEXT.chars().mapToObj(Character::toString).toList()))
                .isEqualTo(SCRUBBED);
    }

    @Test
    void whatOnlyBeginsLikeASecretIsShownAtTheEnd() {
        assertThat(scrubbed(List.of("secret-"))).isEqualTo("secret-");
        assertThat(scrubbed(List.of("secret-1"))).isEqualTo("[CREDENTIAL]");
    }

    @Test
    void whatCannotBecomeASecretIsShownAtOnce() {
        var scrubber = new SecretFilter(secrets);
        byte[] line = "ready\nsec".getBytes(StandardCharsets.US_ASCII);
        assertThat(new String(scrubber.scrub(line, line.length), StandardCharsets.US_ASCII))
                .isEqualTo("ready\n");
    }

    @Test
    void theFormInAUrlAndEachLineAreSecretsToo() {
        var scrubber = new SecretFilter(LogSecrets.of(List.of("a b/c?d", "first line\nsecond line")));
        byte[] text = "a+b%2Fc%3Fd, second line".getBytes(StandardCharsets.US_ASCII);
        String shown = new String(scrubber.scrub(text, text.length), StandardCharsets.US_ASCII)
                + new String(scrubber.end(), StandardCharsets.US_ASCII);
        assertThat(shown).isEqualTo("[CREDENTIAL], [CREDENTIAL]");
    }

    @Test
    void nothingIsLostWhereThereAreNoSecrets() {
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            var scrubber = new SecretFilter(secrets);
            var shown = new ByteArrayOutputStream();
            shown.writeBytes(scrubber.scrub(bytes, bytes.length));
            shown.writeBytes(scrubber.end());
            assertThat(shown.toByteArray()).isEqualTo(bytes);
        }
    }

    @Test
    void veryShortTextsAreNoSecrets() {
        var scrubber = new SecretFilter(LogSecrets.of(List.of("1", "", "on")));
        byte[] text = "1 on".getBytes(StandardCharsets.US_ASCII);
        assertThat(scrubber.scrub(text, text.length)).isEqualTo(text);
    }

    private String scrubbed(List<String> reads) {
        var scrubber = new SecretFilter(secrets);
        var shown = new ByteArrayOutputStream();
        for (String read : reads) {
            byte[] bytes = read.getBytes(StandardCharsets.US_ASCII);
            shown.writeBytes(scrubber.scrub(bytes, bytes.length));
        }
        shown.writeBytes(scrubber.end());
        return shown.toString(StandardCharsets.US_ASCII);
    }
}
