package io.sallyport.regoengine.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Replays the corpus in every build; {@code JAZZER_FUZZ=1} searches for more. */
final class RegoJsonFuzzTest {
    private static final JsonLimits LIMITS = new JsonLimits(1 << 16, 64);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadIsWrittenAndReadAgainAsItWas(byte[] bytes) {
        if (!(RegoJson.parse(bytes, LIMITS) instanceof ParsedJson.Accepted(var value))) {
            return;
        }
        String written = RegoJson.write(value);
        assertThat(RegoJson.parse(written, new JsonLimits(1 << 20, 64))).isInstanceOf(ParsedJson.Accepted.class);
        RegoValue again = RegoJson.valueOf(written);
        assertThat(again).isEqualTo(value);
        assertThat(again.hashCode()).isEqualTo(value.hashCode());
        assertThat(again.compareTo(value)).isZero();
        assertThat(RegoJson.write(again)).isEqualTo(written);
    }
}
