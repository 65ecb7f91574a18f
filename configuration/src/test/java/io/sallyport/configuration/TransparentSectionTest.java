package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.ListenerProtocol;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransparentSectionTest {
    private static Config.Proxy read(String proxy) throws ConfigException {
        Path file = Path.of("/etc/sallyport/gateway.yaml");
        return ConfigFile.parse(file, "proxy: " + proxy, null, Path.of("/var/lib/sallyport"))
                .proxy();
    }

    @Test
    void thereIsNoneUnlessItIsConfigured() throws ConfigException {
        assertThat(read("{}").transparent()).isNull();
    }

    @Test
    void redirectIsTheDefaultAndTproxyIsNamed() throws ConfigException {
        Config.Transparent own = Objects.requireNonNull(
                read("{transparent: {own: {sb-1: '10.231.1.1:3140'}}}").transparent());
        assertThat(own.capture()).isEqualTo(ListenerProtocol.REDIRECTED);
        assertThat(own.own()).containsEntry(new SandboxId("sb-1"), new InetSocketAddress("10.231.1.1", 3140));
        assertThat(read("{sources: {sb-1: 10.231.1.2}, transparent: {capture: tproxy, listen: ['0.0.0.0:3140']}}")
                        .transparent())
                .isNotNull()
                .extracting(Config.Transparent::capture)
                .isEqualTo(ListenerProtocol.TPROXY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{capture: redirect}",
                "{dns: ['10.231.1.1:53']}",
                "{listen: ['10.231.1.1:3140']}",
                "{own: {sb-1: '10.231.1.1:3140'}, dns: ['10.231.1.1:53']}",
                "{own: {'?': '10.231.1.1:3140'}}"
            })
    void whatCouldServeNobodyIsRefused(String section) {
        assertThatThrownBy(() -> read("{transparent: " + section + "}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("proxy.transparent");
    }
}
