package io.sallyport.audit;

import static io.sallyport.audit.LogFixture.append;
import static io.sallyport.audit.LogFixture.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.audit.chain.ChainVerdict.Whole;
import io.sallyport.audit.chain.ChainVerifier;
import io.sallyport.model.ReasonCode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordRedactionTest {
    private static RecordRedaction paths(String... patterns) {
        return new RecordRedaction(
                Set.of(),
                List.of(patterns).stream()
                        .map(pattern -> requireNonNull(RedactedPath.parse(pattern)))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "/users/*/reset/**, /users/ada/reset/secret/x, /users/*/reset/**",
        "/users/*/reset/**, /users/ada/reset, /users/*/reset/**",
        "/users/*/reset/**, /USERS/ada/Reset/secret, /users/*/reset/**",
        "/users/*, /users/ada/x, /users/ada/x",
        "/users/*, /users, /users",
        "/users/*, https://a.test:8443/users/ada, https://a.test:8443/users/*",
        "/**, https://a.test/x, https://a.test/**",
        "/**, a.test, a.test",
    })
    void aPathThatMatchesIsReplacedByThePattern(String pattern, String path, String said) {
        for (String member : List.of("path", "url", "target")) {
            assertThat(paths(pattern).text(member, path)).isEqualTo(said);
        }
        assertThat(paths(pattern).text("host", path)).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "users", "/a*", "/**/a", "/a/**/**", "/a b", "/a?b", "/\u00e9", "/***"})
    void whatIsNoPatternIsRefused(String text) {
        assertThat(RedactedPath.parse(text)).isNull();
    }

    @Test
    void membersThatEveryRecordNeedsCannotBeNamed() {
        for (String needed : List.of("audit_id", "time", "sandbox", "verdict", "reason", "seq", "hash")) {
            assertThatThrownBy(() -> new RecordRedaction(Set.of(needed), List.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aRedactedTextIsNowhereInTheLogAndItsChainIsWhole() throws Exception {
        RedactedPath pattern = requireNonNull(RedactedPath.parse("/reset/*"));
        var redaction = new RecordRedaction(Set.of("address"), List.of(pattern));
        var fixture = new LogFixture(LogFixture.QUICK.withRedaction(redaction));
        try (fixture) {
            await(append(fixture.log, record("/reset/s3cret", "192.0.2.77")));
            await(append(fixture.log, record("/other", null)));
        }
        assertThat(fixture.sink.text())
                .doesNotContain("s3cret", "192.0.2.77")
                .contains("\"path\":\"/reset/*\"", "\"address\":\"[redacted]\"", "\"path\":\"/other\"");
        var verifier = new ChainVerifier(null, bytes -> {});
        verifier.read("log", new ByteArrayInputStream(fixture.sink.text().getBytes(StandardCharsets.UTF_8)));
        assertThat(verifier.verdict()).isInstanceOf(Whole.class);
    }

    private static AuditEvent record(String path, @Nullable String address) {
        return Records.record("r", "sb-1", ReasonCode.GRANTED, "a.test", path, address);
    }
}
