package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RedactionTest {
    private static final UnpooledByteBufAllocator ALLOC = UnpooledByteBufAllocator.DEFAULT;

    /** Texts made from a secret that overlaps itself, split anywhere: the output is that of a simple search. */
    @Test
    void whatIsShownDoesNotDependOnTheReads() {
        Random random = new Random(5);
        for (String secret : new String[] {"abab1", "aab", "0f3c-77e1-0f3c-77e2", "x"}) {
            for (int round = 0; round < 3_000; round++) {
                var text = new StringBuilder();
                while (text.length() < 40) {
                    int from = random.nextInt(secret.length());
                    text.append(secret, from, from + 1 + random.nextInt(secret.length() - from));
                }
                String whole = text.toString();
                String expected = whole.replace(secret, "*".repeat(secret.length()));
                assertThat(shown(whole, secret, random))
                        .as(secret + " in " + whole)
                        .isEqualTo(expected);
            }
        }
    }

    /** Several secrets that begin, end and overlap alike: no byte of any is shown; one between two may be hidden. */
    @Test
    void ofSeveralSecretsNoByteIsShown() {
        Random random = new Random(7);
        String[] secrets = {"abab1", "ab1", "1abab1c", "babc"};
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            while (text.length() < 24) {
                text.append("ab1c".charAt(random.nextInt(4)));
            }
            String whole = text.toString();
            String hidden = hidden(whole, secrets);
            String shown = shown(whole, random, secrets);
            assertThat(shown).as(whole).hasSameSizeAs(whole);
            for (int i = 0; i < whole.length(); i++) {
                boolean isBetween = hidden.lastIndexOf('*', i) >= 0 && hidden.indexOf('*', i) >= 0;
                boolean isExact = shown.charAt(i) == hidden.charAt(i);
                assertThat(isExact || (isBetween && shown.charAt(i) == '*'))
                        .as(whole + " became " + shown)
                        .isTrue();
            }
        }
    }

    /** What a search of the whole text hides. */
    private static String hidden(String whole, String... secrets) {
        var shown = new StringBuilder(whole);
        for (String secret : secrets) {
            for (int at = whole.indexOf(secret); at >= 0; at = whole.indexOf(secret, at + 1)) {
                shown.replace(at, at + secret.length(), "*".repeat(secret.length()));
            }
        }
        return shown.toString();
    }

    @Test
    void formsOfASecretAreHiddenWhereverTheyBegin() {
        String secret = "s3cr3t/with+signs==";
        Random random = new Random(11);
        for (String before : new String[] {"", "a", "ab", "abc", "user:"}) {
            byte[] bytes = (before + secret + "tail").getBytes(StandardCharsets.UTF_8);
            for (Base64.Encoder encoder : new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder()}) {
                String encoded = encoder.encodeToString(bytes);
                String shown = shown(encoded, random, secret);
                assertThat(shown).hasSameSizeAs(encoded).contains("*".repeat(secret.length()));
                assertThat(decodable(shown)).doesNotContain("s3cr3t").doesNotContain("signs");
            }
        }
        assertThat(shown("s3cr3t%2Fwith%2Bsigns%3D%3D", random, secret)).matches("\\*+");
        assertThat(shown("s3cr3t%2fwith%2bsigns%3d%3d", random, secret)).matches("\\*+");
        assertThat(new Redaction(SecretPatterns.of(secret)).of("x " + secret)).isEqualTo("x " + "*".repeat(19));
    }

    /** What somebody reads who puts digits in the place of stars. */
    private static String decodable(String shown) {
        String digits = shown.replace('*', 'A').replace('-', '+').replace('_', '/');
        return new String(Base64.getDecoder().decode(digits), StandardCharsets.ISO_8859_1);
    }

    private static String shown(String text, String secret, Random random) {
        return shown(text, random, secret);
    }

    private static String shown(String text, Random random, String... secrets) {
        SecretPatterns patterns = SecretPatterns.of(secrets);
        int longest = patterns.texts().stream().mapToInt(String::length).max().orElseThrow();
        var redaction = new Redaction(patterns);
        var shown = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int to = Math.min(text.length(), at + 1 + random.nextInt(9));
            add(redaction.next(Unpooled.copiedBuffer(text, at, to - at, StandardCharsets.US_ASCII), ALLOC), shown);
            assertThat(shown.length()).isGreaterThan(to - longest);
            at = to;
        }
        add(redaction.end(ALLOC), shown);
        return shown.toString();
    }

    private static void add(@Nullable ByteBuf piece, StringBuilder shown) {
        if (piece != null) {
            assertThat(piece.isReadable()).isTrue();
            shown.append(piece.toString(StandardCharsets.US_ASCII));
            piece.release();
        }
    }
}
