package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.limit.HostCeiling;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hosts} of {@code lease_constraints}. */
class LeaseHostsTest {
    private static LeaseReader.Result read(String hosts) {
        return LeaseReader.read("lease", "{}", "{\"hosts\": " + hosts + "}", null);
    }

    private static Lease lease(String hosts) {
        return switch (read(hosts)) {
            case LeaseReader.Read(Lease lease, List<Diagnostic> _) -> lease;
            case LeaseReader.Refused(List<Diagnostic> why) -> throw new AssertionError(why.toString());
        };
    }

    private static LeaseSubset compared(String child, String parent) {
        return LeaseSubset.of(lease(child), lease(parent));
    }

    @Test
    void hostsAreReadInCanonicalForm() {
        assertThat(lease("{\"API.Example.COM.\": {\"max_requests\": 5},"
                                + " \"**.cdn.example\": {\"max_bytes\": 999999999999999, \"max_requests\": null}}")
                        .hosts())
                .extracting(HostCeiling::name, HostCeiling::maxRequests, HostCeiling::maxBytes)
                .containsExactly(
                        tuple("api.example.com", 5L, null), tuple("*.cdn.example", null, 999_999_999_999_999L));
        assertThat(lease("null").hosts()).isEmpty();
        assertThat(lease("{}").hosts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|NOT_AN_OBJECT",
                "5|NOT_AN_OBJECT",
                "{\"a.test\": 5}|NOT_AN_OBJECT",
                "{\"a.test\": null}|NOT_AN_OBJECT",
                "{\"a.test\": {}}|BAD_VALUE",
                "{\"a.test\": {\"max_bytes\": null}}|BAD_VALUE",
                "{\"a.test\": {\"max_uses\": 1}}|UNKNOWN_MEMBER",
                "{\"**\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"*\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"*.\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"a.*.test\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"a*.test\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"*.10.0.0.1\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"a.test:443\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"https://a.test\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"127.1\": {\"max_bytes\": 1}}|BAD_PATTERN",
                "{\"A.test\": {\"max_bytes\": 1}, \"a.test.\": {\"max_bytes\": 9}}|DUPLICATE_ENTRY",
                "{\"*.a.test\": {\"max_bytes\": 1}, \"**.a.test\": {\"max_bytes\": 9}}|DUPLICATE_ENTRY",
            })
    void anythingElseIsRefused(String hosts, String code) {
        assertThat(read(hosts))
                .isInstanceOfSatisfying(
                        LeaseReader.Refused.class,
                        refused -> assertThat(refused.diagnostics())
                                .extracting(Diagnostic::code)
                                .contains(code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "1e3", "\"1\"", "true", "[1]", "1000000000", "9999999999999999999999"})
    void onlyACountIsALimit(String written) {
        assertThat(read("{\"a.test\": {\"max_requests\": " + written + "}}")).isInstanceOf(LeaseReader.Refused.class);
    }

    @Test
    void aLeaseHasABoundedNumberOfThem() {
        String many = IntStream.rangeClosed(0, HostCeiling.MAX_CEILINGS)
                .mapToObj(i -> "\"h" + i + ".test\": {\"max_bytes\": 1}")
                .collect(Collectors.joining(", ", "{", "}"));
        assertThat(read(many)).isInstanceOf(LeaseReader.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a.test\": {\"max_requests\": 6}}|{\"a.test\": {\"max_requests\": 5}}",
                "{\"a.x.test\": {\"max_bytes\": 6}}|{\"*.test\": {\"max_bytes\": 5}}",
                "{\"*.x.test\": {\"max_bytes\": 6}}|{\"*.test\": {\"max_bytes\": 5}}",
                "{\"*.x.test\": {\"max_bytes\": 6}}|{\"*.x.test\": {\"max_bytes\": 5, \"max_requests\": 1}}",
            })
    void aChildsCeilingIsNoHigherThanItsParents(String child, String parent) {
        assertThat(compared(child, parent))
                .isInstanceOfSatisfying(
                        SubsetViolation.class,
                        violation -> assertThat(violation.toString()).startsWith("hosts: "));
        assertThat(compared(parent, parent)).isInstanceOf(LeaseSubset.Within.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|{\"a.test\": {\"max_requests\": 5}}",
                "{\"a.test\": {\"max_requests\": 5}}|{}",
                "{\"a.test\": {\"max_bytes\": 50}}|{\"a.test\": {\"max_requests\": 5}}",
                "{\"test\": {\"max_bytes\": 50}}|{\"*.test\": {\"max_bytes\": 5}}",
                "{\"*.test\": {\"max_bytes\": 50}}|{\"a.test\": {\"max_bytes\": 5}}",
            })
    void whatTheParentDoesNotLimitMayBeLimited(String child, String parent) {
        assertThat(compared(child, parent)).isInstanceOf(LeaseSubset.Within.class);
    }
}
