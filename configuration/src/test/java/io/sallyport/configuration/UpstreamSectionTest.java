package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.model.host.Cidr;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpstreamSectionTest {
    private static Config read(String proxy) throws ConfigException {
        Path file = Path.of("/etc/sallyport/gateway.yaml");
        return ConfigFile.parse(file, "egress: {upstream_proxy: " + proxy + "}", null, Path.of("/var/lib/sallyport"));
    }

    private static Config.UpstreamProxy proxy(String proxy) throws ConfigException {
        return Objects.requireNonNull(read(proxy).egress().proxy());
    }

    @Test
    void readsAProxyWithItsCredentials() throws ConfigException {
        Config.UpstreamProxy proxy = proxy("{url: \"https://Proxy.Corp:3129/\", username: gate, password_file: secret,"
                + " no_proxy: [\"*.corp\", 10.0.0.0/8, 192.0.2.1], connect_to: name}");

        assertThat(proxy.at()).hasToString("proxy.corp:3129");
        assertThat(proxy.tls()).isTrue();
        assertThat(proxy.username()).isEqualTo("gate");
        assertThat(proxy.passwordFile()).isEqualTo(Path.of("/etc/sallyport/secret"));
        assertThat(proxy.sendsNames()).isTrue();
        assertThat(proxy.directBlocks()).isEqualTo(List.of(Cidr.of("10.0.0.0/8"), Cidr.of("192.0.2.1")));
    }

    @Test
    void dialsLoopbackDirectlyUnlessTold() throws ConfigException {
        Config.UpstreamProxy proxy = proxy("{url: \"http://localhost:3128\"}");

        assertThat(proxy.at()).hasToString("127.0.0.1:3128");
        assertThat(proxy.directBlocks()).isEqualTo(List.of(Cidr.of("127.0.0.0/8"), Cidr.of("::1")));
        assertThat(read("{}").egress().proxy()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{url: \"http://proxy.corp\"}; egress.upstream_proxy.url",
                "{url: \"socks5://proxy.corp:1080\"}; egress.upstream_proxy.url",
                "{url: \"http://u:p@proxy.corp:3128\"}; egress.upstream_proxy.url",
                "{url: \"http://proxy.corp:3128/x\"}; egress.upstream_proxy.url",
                "{url: \"http://proxy.corp:0\"}; egress.upstream_proxy.url",
                "{no_proxy: []}; egress.upstream_proxy: url is needed",
                "{url: \"http://a.org:1\", username: x}; username and password_file are needed together",
                "{url: \"http://a.org:1\", username: \"x:y\", password_file: f}; egress.upstream_proxy.username",
                "{url: \"http://a.org:1\", no_proxy: [\"10.0.0.0/33\"]}; egress.upstream_proxy.no_proxy",
                "{url: \"http://a.org:1\", connect_to: both}; egress.upstream_proxy.connect_to"
            })
    void refusesAndSaysWhere(String proxy, String place) {
        assertThatThrownBy(() -> read(proxy))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(place);
    }
}
