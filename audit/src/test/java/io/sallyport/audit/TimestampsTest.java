package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimestampsTest {
    private final Timestamps timestamps = new Timestamps();

    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00.000Z",
        "7, 1970-01-01T00:00:00.007Z",
        "1795003200123, 2026-11-18T12:00:00.123Z",
        "1795003200999, 2026-11-18T12:00:00.999Z",
        "1795003201000, 2026-11-18T12:00:01.000Z",
        "1709164800000, 2024-02-29T00:00:00.000Z",
        "-1, 1969-12-31T23:59:59.999Z"
    })
    void hasThreeDecimalsAndUtc(long millis, String expected) {
        assertThat(timestamps.text(millis)).isEqualTo(expected);
        assertThat(timestamps.text(millis)).as("asked again").isEqualTo(expected);
    }
}
