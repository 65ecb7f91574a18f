package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.RateKey;
import io.sallyport.decision.rates.RateUnit;
import io.sallyport.policycompiler.author.ConfiguredNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateSectionTest {
    private static Config read(String rates) throws ConfigException {
        Path file = Path.of("/etc/sallyport/gateway.yaml");
        return ConfigFile.parse(file, "rates: " + rates, null, Path.of("/var/lib/sallyport"));
    }

    @Test
    void readsRatesAndTellsPolicyTheirNames() throws ConfigException {
        Config config =
                read("{b: {requests: 5, per: 1h, burst: 2, by: [sandbox, host, \"label:team\"]}, a: {requests: 3}}");
        assertThat(config.rates())
                .containsExactly(
                        new NamedRate("a", 3, Duration.ofMinutes(1), 3, List.of(new RateKey.BySandbox())),
                        new NamedRate(
                                "b",
                                5,
                                Duration.ofHours(1),
                                2,
                                List.of(new RateKey.BySandbox(), new RateKey.ByHost(), new RateKey.ByLabel("team"))));
        assertThat(config.documents().rates()).isEqualTo(ConfiguredNames.of(Set.of("a", "b")));
    }

    @Test
    void readsRatesOfTokens() throws ConfigException {
        assertThat(read("{a: {tokens: 50000, by: [sandbox, model]}}").rates())
                .containsExactly(new NamedRate(
                        "a",
                        RateUnit.TOKENS,
                        50_000,
                        Duration.ofMinutes(1),
                        50_000,
                        List.of(new RateKey.BySandbox(), new RateKey.ByModel())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{a: {}}; rates.a: one of requests and tokens",
                "{a: {requests: 1, tokens: 1000}}; rates.a: one of requests and tokens",
                "{a: {tokens: 999}}; rates.a.tokens",
                "{a: {tokens: 10000001}}; rates.a.tokens",
                "{a: {requests: 1, burst: 10001}}; rates.a.burst",
                "{a: {requests: 0}}; rates.a.requests",
                "{a: {requests: 10001}}; rates.a.requests",
                "{a: {requests: 1, per: 25h}}; rates.a.per",
                "{a: {requests: 1, per: 0s}}; rates.a.per",
                "{a: {requests: 1, by: []}}; rates.a.by",
                "{a: {requests: 1, by: [\"label:\"]}}; rates.a.by",
                "{a: {requests: 1, by: [path]}}; rates.a.by",
                "{a: {requests: 1, each: host}}; rates.a.each",
                "{\"a+b\": {requests: 1}}; a+b",
                "{A: {requests: 1}}; rates: A"
            })
    void refusesAndSaysWhere(String rates, String where) {
        assertThatThrownBy(() -> read(rates)).hasMessageContaining(where);
    }
}
