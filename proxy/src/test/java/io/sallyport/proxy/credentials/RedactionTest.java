package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
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

    private static String shown(String text, String secret, Random random) {
        var redaction = new Redaction(secret);
        var shown = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int to = Math.min(text.length(), at + 1 + random.nextInt(9));
            add(redaction.next(Unpooled.copiedBuffer(text, at, to - at, StandardCharsets.US_ASCII), ALLOC), shown);
            assertThat(shown.length()).isGreaterThan(to - secret.length());
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
