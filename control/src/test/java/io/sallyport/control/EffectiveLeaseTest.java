package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.LeaseReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EffectiveLeaseTest {
    private static final List<String> ABOVE =
            List.of("{}", "{\"model.use\": [\"small\"]}", "{\"model.use\":[\"large\"]}");

    @Test
    void theNearestAncestorsModelsAreInheritedAndWhatIsWrittenKeepsItsPlace() {
        assertThat(EffectiveLease.under("{\"net.fetch\" : []}\n", ABOVE))
                .isEqualTo("{\"net.fetch\" : [],\"model.use\":[\"small\"]}");
        assertThat(EffectiveLease.under("{}", ABOVE)).isEqualTo("{\"model.use\":[\"small\"]}");
        assertThat(EffectiveLease.under("{\"model.use\":[]}", ABOVE)).isEqualTo("{\"model.use\":[]}");
    }

    /** Were the names folded here, the reader after it would take what it has to refuse. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"net.fetch\":[\"https://a.test/\"],\"net.fetch\":[\"https://b.test/**\"]}",
                "{\"net.fetch\":[]} {}",
                "[]",
                "{\"net.fetch\":[\"\\ud800\"]}"
            })
    void whatIsNoLeaseStaysAsItWasAndIsRefused(String lease) {
        String inherited = EffectiveLease.under(lease, ABOVE);
        assertThat(inherited).isEqualTo(lease);
        assertThat(LeaseReader.validate("lease", inherited)).isInstanceOf(LeaseReader.Refused.class);
    }
}
