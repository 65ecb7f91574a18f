package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TokenEstimateTest {
    /** Texts with the number of their tokens in {@code o200k_base}, by the package {@code js-tiktoken} 1.0. */
    private static final Map<String, Integer> COUNTED = Map.ofEntries(
            Map.entry("The gateway judges each request before it is sent, and says why one is refused.", 17),
            Map.entry("Das Tor prüft jede Anfrage und erlaubt nur Rechner, die in der Richtlinie stehen.", 18),
            Map.entry("La passerelle vérifie chaque requête et n'autorise que les hôtes énumérés.", 20),
            Map.entry("Шлюз проверяет каждый запрос и разрешает только перечисленные узлы.", 16),
            Map.entry("Η πύλη ελέγχει κάθε αίτημα και επιτρέπει μόνο τους υπολογιστές.", 23),
            Map.entry("تتحقق البوابة من كل طلب وتسمح فقط بالمضيفين المدرجين في السياسة.", 21),
            Map.entry("网关检查每一个请求，并且只允许策略中列出的主机。", 17),
            Map.entry("ゲートウェイはすべてのリクエストを検査します。", 18),
            Map.entry("게이트웨이는 모든 요청을 검사합니다.", 10),
            Map.entry("गेटवे हर अनुरोध की जाँच करता है।", 12),
            Map.entry("for (int i = 0; i < 10; i++) {\n    total += values[i];\n}\n", 23),
            Map.entry(
                    "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}],\"temperature\":0.7}",
                    23),
            Map.entry(
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
                    53),
            Map.entry("3f786850e387550fdab836ed7e6dc881de23001b 7110eda4d09e062aa5e4a390b0a572ac0d2c0220", 46),
            Map.entry("31415926535 8979 3238462643 383279 502884197 16939937510", 24),
            Map.entry("🙂🚀🔥✅", 5),
            Map.entry("HTTPServerURLConnectionFactoryBean", 5),
            Map.entry("}){(;;,.<>/?!@#$%^&*()-=+[]|", 18));

    @Test
    void theEstimateIsNoLessThanTheTokensAndNotManyTimesThem() {
        assertThat(COUNTED)
                .allSatisfy((text, tokens) -> assertThat(TokenEstimate.of(text))
                        .isGreaterThanOrEqualTo(tokens)
                        .isLessThanOrEqualTo(tokens * 4L));
    }

    @Test
    void nothingIsNoToken() {
        assertThat(TokenEstimate.of("")).isZero();
    }
}
