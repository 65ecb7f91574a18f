package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.egress.DialLimits;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.Http2Limits;
import io.sallyport.proxy.listener.ProxyLimits;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsSectionTest {
    private static Config.Limits read(String limits) throws ConfigException {
        Path file = Path.of("/etc/sallyport/gateway.yaml");
        return ConfigFile.parse(file, "limits: " + limits, null, Path.of("/var/lib/sallyport"))
                .limits();
    }

    @Test
    void timesOfTargetsAreSettings() throws ConfigException {
        var upstream =
                read("{dial_timeout: 2s, first_byte_timeout: 90s}").proxy().upstream();
        assertThat(upstream.dialTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(upstream.firstByteTimeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(upstream.maxIdle()).isEqualTo(ProxyLimits.DEFAULT.upstream().maxIdle());
    }

    @Test
    void http2IsSwitchedOffByNoStreams() throws ConfigException {
        assertThat(read("{}").proxy().http2().offersHttp2()).isTrue();
        assertThat(read("{http2_streams: 0}").proxy().http2().offersHttp2()).isFalse();
        assertThat(read("{http2_streams: 7, http2_control_frames: 9}").proxy().http2())
                .isEqualTo(new Http2Limits(7, 65_535, 262_144, 9));
    }

    @Test
    void boundsOfAllConnectionsAreSettings() throws ConfigException {
        var connections = read("{max_open: 300, max_unidentified: 40, idle_timeout: 1h, tunnel_pipes: 0}")
                .proxy()
                .connections();
        assertThat(connections.maxOpen()).isEqualTo(300);
        assertThat(connections.maxUnidentified()).isEqualTo(40);
        assertThat(connections.idleTimeout()).isEqualTo(Duration.ofHours(1));
        assertThat(connections.maxPipes()).isZero();
    }

    @Test
    void boundsOfIdleConnectionsAreSettings() throws ConfigException {
        var upstream = read("{idle_connections_per_sandbox: 20, idle_connections: 300}")
                .proxy()
                .upstream();
        assertThat(upstream.maxIdlePerSandbox()).isEqualTo(20);
        assertThat(upstream.maxIdleConnections()).isEqualTo(300);
    }

    @Test
    void boundsOfDialsAndOfThoseThatWaitAreSettings() throws ConfigException {
        DialLimits dials = read("{dials_per_sandbox: 2, dials: 3, waiting_dials_per_sandbox: 0, waiting_dials: 5,"
                        + " dial_wait: 250ms}")
                .dials();
        assertThat(dials.slots()).isEqualTo(new SlotQueue.Limits(2, 3, 0, 5));
        assertThat(dials.maxWait()).isEqualTo(Duration.ofMillis(250));
        assertThat(dials.connectTimeout()).isEqualTo(DialLimits.DEFAULT.connectTimeout());
    }

    @Test
    void boundsOfWrongTokensAreSettings() throws ConfigException {
        assertThat(read("{wrong_tokens_of_one_per_minute: 5, wrong_tokens_per_minute: 100000}")
                        .proxy()
                        .guesses())
                .isEqualTo(new GuessLimits(5, 100_000));
        assertThat(read("{}").proxy().guesses()).isEqualTo(new GuessLimits(120, 1_200));
    }

    @Test
    void aLineOfARequestIsNoLongerThanItsHead() throws ConfigException {
        var heads = read("{max_head_bytes: 1000}").proxy().request();
        assertThat(heads.maxBytes()).isEqualTo(1000);
        assertThat(heads.maxLineBytes()).isEqualTo(1000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {max_open: 0}             | limits.max_open: 0 (expected: a number from 1 to 1000000)
            {max_unidentified: -1}    | limits.max_unidentified: -1 (expected: a number from 1 to 1000000)
            {first_byte_timeout: 25h} | limits.first_byte_timeout: 25h (expected: a duration
            {dial_timeout: 5}         | limits.dial_timeout: 5 (expected: a duration
            {idle_connections: 0}     | limits.idle_connections: 0 (expected: a number from 1 to 1000000)
            {waiting_dials: -1}       | limits.waiting_dials: -1 (expected: a number from 0 to 1000000)
            {policy_endpoints: 0}     | limits.policy_endpoints: 0 (expected: a number from 1 to 100000)
            {wrong_tokens_of_one_per_minute: 0}   | wrong_tokens_of_one_per_minute: 0 (expected: a number from 1 to 100000)
            {wrong_tokens_per_minute: 100001}     | wrong_tokens_per_minute: 100001 (expected: a number from 1 to 100000)
            {max_opened: 5}           | limits.max_opened: unknown key
            """)
    void refusesAndSaysWhatIsRight(String limits, String message) {
        assertThatThrownBy(() -> read(limits)).hasMessageContaining(message);
    }
}
