package io.sallyport.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> NAMES = List.of("host", "port", "model", "lease_constraints", "id");

    @ParameterizedTest
    @CsvSource({
        "hots, host",
        "hosts, host",
        "Host, host",
        "modle, model",
        "leaseConstraints, lease_constraints",
        "prot, port",
        "ix, id"
    })
    void namesWithFewDifferencesAreNear(String written, String meant) {
        assertThat(NearestName.of(written, NAMES)).isEqualTo(meant);
        assertThat(NearestName.help(written, NAMES)).isEqualTo("write " + meant);
    }

    @Test
    void othersAreNot() {
        assertThat(NearestName.of("xy", NAMES)).isNull();
        assertThat(NearestName.of("protocol", NAMES)).isNull();
        assertThat(NearestName.help("x".repeat(100), NAMES)).isNull();
        assertThat(NearestName.of("host", List.of())).isNull();
    }
}
