package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    @Test
    void labelsAreNamedOnce() throws Exception {
        RecordedMembers members =
                read("{labels: [team, ci/job, team], query_names: true}").members();
        assertThat(members.labels()).containsExactly("team", "ci/job");
        assertThat(members.queryNames()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"te am", "''", "-x", "a=b", "\"a\\nb\""})
    void whatNamesNoLabelIsRefused(String name) {
        assertThatThrownBy(() -> read("{labels: [" + name + "]}")).hasMessageContaining("audit.labels");
    }

    @Test
    void moreLabelsThanARecordBearsAreRefused() {
        String names = IntStream.range(0, 17).mapToObj(i -> "l" + i).collect(Collectors.joining(", "));
        assertThatThrownBy(() -> read("{labels: [" + names + "]}"))
                .hasMessageContaining("audit.labels: 17 names (expected: at most 16)");
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
