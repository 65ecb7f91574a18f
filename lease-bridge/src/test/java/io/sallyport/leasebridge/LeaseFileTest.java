package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LeaseFileTest {
    @Test
    void aBareLeaseIsItsOwnPart() {
        assertThat(LeaseFile.split("f", " {\"net.fetch\": [] }\n"))
                .isEqualTo(LeaseFile.Parts.bare(" {\"net.fetch\": [] }\n"));
        assertThat(LeaseFile.split("f", "{}")).isEqualTo(LeaseFile.Parts.bare("{}"));
    }

    @Test
    void partsAreCutByteForByte() {
        assertThat(
                        LeaseFile.split(
                                "f",
                                "{ \"lease_constraints\" : {\"expires_at\":\n null} ,\"lease\": {\"a\" : [1, \"}\"],\"a\":2 } }"))
                .isEqualTo(new LeaseFile.Parts(
                        "{\"a\" : [1, \"}\"],\"a\":2 }",
                        new Place(2, 18),
                        "{\"expires_at\":\n null}",
                        new Place(1, 25)));
    }

    @Test
    void whatIsNoObjectIsStillCutSoThatTheReaderCanSayWhy() {
        assertThat(LeaseFile.split("f", "{\"lease\": \"x\\\"y\", \"lease_constraints\": 12}"))
                .isEqualTo(new LeaseFile.Parts("\"x\\\"y\"", new Place(1, 11), "12", new Place(1, 40)));
        assertThat(LeaseFile.split("f", "{\"lease\":null}"))
                .isEqualTo(new LeaseFile.Parts("null", new Place(1, 10), null, Place.START));
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
