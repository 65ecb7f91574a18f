package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AllowLeaseTest {
    private static AllowLease.Written written(String... values) {
        return switch (AllowLease.read(List.of(values))) {
            case AllowLease.Written written -> written;
            case AllowLease.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }

    private static Lease lease(String... values) {
        return switch (LeaseReader.read("lease", written(values).lease(), null, null)) {
            case LeaseReader.Read(var lease, var _) -> lease;
            case LeaseReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }

    @Test
    void aHostAloneIsAllOfItByBothSchemes() {
        Lease lease = lease("API.github.com");
        assertThat(lease.covers("net.fetch", "https://api.github.com/x?y")).isTrue();
        assertThat(lease.covers("net.fetch", "http://api.github.com/")).isTrue();
        assertThat(lease.covers("net.fetch", "https://api.github.com:8443/")).isFalse();
        assertThat(lease.covers("net.fetch", "https://x.api.github.com/")).isFalse();
    }

    @Test
    void aPortIsTheOnlyPort() {
        Lease lease = lease("h:8443");
        assertThat(lease.covers("net.fetch", "https://h:8443/x")).isTrue();
        assertThat(lease.covers("net.fetch", "http://h:8443/x")).isTrue();
        assertThat(lease.covers("net.fetch", "https://h/x")).isFalse();
    }

    @Test
    void aUrlPatternIsTakenWordForWord() {
        assertThat(written("https://h/a/*", "http://*.x.y/**").patterns())
                .containsExactly("https://h/a/*", "http://*.x.y/**");
        assertThat(written("https://h/a/*").lease()).isEqualTo("{\"net.fetch\":[\"https://h/a/*\"]}");
    }

    @Test
    void aUrlWithoutPathIsWarnedOf() {
        assertThat(written("https://h").warnings())
                .extracting(Diagnostic::help)
                .containsExactly("write https://h/** for all of it");
        assertThat(written("https://h/").warnings()).isEmpty();
    }

    @Test
    void starsAndAddressesAreHostsToo() {
        assertThat(lease("*.example.com").covers("net.fetch", "https://a.b.example.com/x"))
                .isTrue();
        assertThat(lease("*").covers("net.fetch", "https://any.example/x")).isTrue();
        assertThat(lease("[::1]:8080").covers("net.fetch", "http://[::1]:8080/x"))
                .isTrue();
        assertThat(lease("10.0.0.1").covers("net.fetch", "http://10.0.0.1/")).isTrue();
    }

    @Test
    void nothingAllowedIsTheEmptyList() {
        assertThat(written().lease()).isEqualTo("{\"net.fetch\":[]}");
    }

    @ParameterizedTest
    @CsvSource({
        "h/x, 1",
        "h?x, 1",
        "'', 1",
        "a b, 2",
        "u@h, 2",
        "h:0, 3",
        "https://h:0/, 11",
        "ftp://h, 1",
        "::1, 2",
        "a\"b, 2"
    })
    void whatIsNeitherIsRefusedWithItsPlace(String value, int column) {
        assertThat(AllowLease.read(List.of("ok.example", value)))
                .isInstanceOfSatisfying(
                        AllowLease.Refused.class,
                        r -> assertThat(r.diagnostics())
                                .singleElement()
                                .satisfies(d -> assertThat(d.file() + ":" + d.line() + ":" + d.column())
                                        .isEqualTo("--allow:2:" + column)));
    }
}
