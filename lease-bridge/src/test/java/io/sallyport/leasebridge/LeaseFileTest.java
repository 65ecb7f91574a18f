package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LeaseFileTest {
    @Test
    void aBareLeaseIsItsOwnPart() {
        assertThat(LeaseFile.split("f", " {\"net.fetch\": [] }\n"))
                .isEqualTo(new LeaseFile.Parts(" {\"net.fetch\": [] }\n", null));
        assertThat(LeaseFile.split("f", "{}")).isEqualTo(new LeaseFile.Parts("{}", null));
    }

    @Test
    void partsAreCutByteForByte() {
        assertThat(
                        LeaseFile.split(
                                "f",
                                "{ \"lease_constraints\" : {\"expires_at\":\n null} ,\"lease\": {\"a\" : [1, \"}\"],\"a\":2 } }"))
                .isEqualTo(new LeaseFile.Parts("{\"a\" : [1, \"}\"],\"a\":2 }", "{\"expires_at\":\n null}"));
    }

    @Test
    void whatIsNoObjectIsStillCutSoThatTheReaderCanSayWhy() {
        assertThat(LeaseFile.split("f", "{\"lease\": \"x\\\"y\", \"lease_constraints\": 12}"))
                .isEqualTo(new LeaseFile.Parts("\"x\\\"y\"", "12"));
        assertThat(LeaseFile.split("f", "{\"lease\":null}")).isEqualTo(new LeaseFile.Parts("null", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{} {}",
                "{\"lease\": {}, \"x\": 1}",
                "{\"lease\": {}, \"lease\": {}}",
                "{\"lease\": {}"
            })
    void whatIsNoLeaseFileIsRefused(String json) {
        assertThat(LeaseFile.split("f", json)).isInstanceOf(LeaseFile.Refused.class);
    }
}
