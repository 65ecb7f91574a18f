package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.OperationSettings.Drain;
import io.sallyport.configuration.OperationSettings.Health;
import io.sallyport.configuration.OperationSettings.LogFormat;
import io.sallyport.configuration.key.ConfigException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OperationSectionTest {
    private static OperationSettings read(String text) throws ConfigException {
        return ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/var/lib/sallyport"))
                .operation();
    }

    @Test
    void byDefaultThereIsNoListenerForProbesAndNoDelay() throws ConfigException {
        var drain = new Drain(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(1));
        assertThat(read(""))
                .isEqualTo(new OperationSettings(
                        null, drain, LogFormat.TEXT, Duration.ofMinutes(1), TelemetrySettings.OFF, null, null));
    }

    @Test
    void everyKeyIsRead() throws ConfigException {
        assertThat(read("""
                health: {listen: "0.0.0.0:3131", metrics: true}
                drain: {delay: "5s", timeout: "1m", quiet: "100ms"}
                log: {format: json}
                handover: {wait: "2m"}
                """))
                .isEqualTo(new OperationSettings(
                        new Health(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 3131), true),
                        new Drain(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMillis(100)),
                        LogFormat.JSON,
                        Duration.ofMinutes(2),
                        TelemetrySettings.OFF,
                        null,
                        null));
        assertThat(read("handover: {wait: 0s}").handoverWait()).isZero();
        assertThat(read("drain: {delay: 0s}").drain().delay()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    health: {listen: 'pod:1'}  | health.listen: pod:1 (expected: ADDRESS:PORT)
                    health: {metrics: true}    | health.metrics: there is no health.listen
                    health: {port: 1}          | health.port: unknown key
                    drain: {delay: -1s}        | drain.delay: -1s (expected: 0s, or a duration
                    drain: {timeout: 0s}       | drain.timeout: 0s (expected: a duration above zero
                    drain: 10s                 | drain: a value (expected: a mapping)
                    handover: {wait: -1s}      | handover.wait: -1s (expected: 0s, or a duration
                    metrics: {otlp: {interval: 1s}} | metrics.otlp.endpoint: missing
                    metrics: {otlp: {endpoint: 'file:///x'}} | metrics.otlp.endpoint: file:///x (expected: an http or
                    traces: {sample: 101}      | traces.sample: 101 (expected: a number from 0 to 100
                    traces: {otlp: {endpoint: 'http://c/?q=1'}} | traces.otlp.endpoint: http://c/?q=1 (expected: an http or
                    log: {format: xml}         | log.format: xml (expected: text or json)
                    """)
    void whatIsWrongIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("gateway.yaml:1:")
                .hasMessageContaining(message);
    }
}
