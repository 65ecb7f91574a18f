package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuditSectionTest {
    private static Config.Audit read(String audit) throws ConfigException {
        Section top = Section.read("gateway.yaml", "audit: " + audit);
        Config.Audit read = AuditSection.read(top.section("audit"), Path.of("/state"));
        top.faults().end();
        return read;
    }

    @Test
    void agesAreHoursOrDays() throws Exception {
        AuditSegments segments =
                read("{segments: {max_age: 36h, keep_age: 90d}}").segments();
        assertThat(segments.maxAge()).isEqualTo(Duration.ofHours(36));
        assertThat(segments.keepAge()).isEqualTo(Duration.ofDays(90));
    }

    @Test
    void zeroIsNoLimit() throws Exception {
        AuditSegments segments = read("{segments: {max_bytes: 0, max_age: 0s}}").segments();
        assertThat(segments.maxBytes()).isZero();
        assertThat(segments.maxAge()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5m", "40000d", "-1h", "1", "d", "1w"})
    void whatIsNoAgeIsRefused(String age) {
        assertThatThrownBy(() -> read("{segments: {keep_age: " + age + "}}"))
                .hasMessageContaining("audit.segments.keep_age")
                .hasMessageContaining("as 12h or 30d");
    }

    @Test
    void aSegmentOfAFewLinesIsRefused() {
        assertThatThrownBy(() -> read("{segments: {max_bytes: 1000}}"))
                .hasMessageContaining("audit.segments.max_bytes: 1000 (expected: 0, or at least 65536)");
    }
}
