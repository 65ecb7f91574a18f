package io.sallyport.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardrailsRecordsTest {
    @Test
    void aReasonIsTheFirstLineOfItAndShort() {
        assertThat(GuardrailsRecords.bounded("g.rego:1:1: BAD: why\n  the Rego\n  ^"))
                .isEqualTo("g.rego:1:1: BAD: why");
        assertThat(GuardrailsRecords.bounded("x".repeat(4_000))).hasSize(GuardrailsRecords.MAX_REASON + 3);
        assertThat(GuardrailsRecords.bounded("")).isEmpty();
    }
}
