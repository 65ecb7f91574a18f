package io.sallyport.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyOfTest {
    private static final URI FETCH = URI.create("http://192.0.2.7:3130/fetch");
    private static final String PROXY = "http://sb-1:token@192.0.2.1:3128";

    private static ProxyOf to(String url, String noProxy) {
        return ProxyOf.environment(
                URI.create(url), Map.of("http_proxy", PROXY, "https_proxy", PROXY, "NO_PROXY", noProxy));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://192.0.2.7:3130/fetch         | 192.0.2.7
            http://192.0.2.7:3130/fetch         | localhost,127.0.0.1,::1,192.0.2.7
            http://192.0.2.7:3130/fetch         | 192.0.2.7:3130
            http://192.0.2.7:3130/fetch         | *
            http://[2001:db8::7]:3130/fetch     | 2001:DB8:0::7
            http://[2001:db8::7]:3130/fetch     | [2001:db8::7]:3130
            http://gate.corp.example/fetch      | gate.corp.example
            http://gate.corp.example/fetch      | GATE.corp.example:80
            https://gate.corp.example/fetch     | a.example corp.example:443
            http://gate.corp.example/fetch      | .corp.example
            http://gate.corp.example/fetch      | *.corp.example
            http://localhost:3130/fetch         | a.example
            http://127.0.0.2:3130/fetch         | a.example
            http://[::1]:3130/fetch             | a.example
            """)
    void whatNoProxyNamesIsAskedDirectly(String url, String noProxy) {
        assertThat(to(url, noProxy)).isEqualTo(new ProxyOf.None());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://192.0.2.7:3130/fetch         | 192.0.2.70
            http://192.0.2.7:3130/fetch         | 192.0.2.7:3131
            http://192.0.2.7:3130/fetch         | 0.2.7
            http://192.0.2.7:3130/fetch         | ','
            http://gate.corp.example/fetch      | e.corp.example
            http://gate.corp.example/fetch      | a.gate.corp.example
            http://gate.corp.example/fetch      | gate.corp.example:443
            http://sallyport.internal/fetch     | localhost,127.0.0.1,::1
            """)
    void whatItDoesNotNameIsAskedThroughTheProxy(String url, String noProxy) {
        assertThat(to(url, noProxy)).isEqualTo(new ProxyOf.At("192.0.2.1", 3128, "sb-1:token"));
    }

    @Test
    void theLowerCaseFormCountsFirst() {
        assertThat(ProxyOf.environment(
                        FETCH, Map.of("http_proxy", "http://a.example:1", "HTTP_PROXY", "http://b.example:2")))
                .isEqualTo(new ProxyOf.At("a.example", 1, null));
        assertThat(ProxyOf.environment(FETCH, Map.of("HTTP_PROXY", PROXY, "no_proxy", "", "NO_PROXY", "*")))
                .isInstanceOf(ProxyOf.At.class);
        assertThat(ProxyOf.environment(FETCH, Map.of())).isEqualTo(new ProxyOf.None());
    }

    @Test
    void aProxyMayStandThereWithoutAScheme() {
        assertThat(ProxyOf.environment(FETCH, Map.of("http_proxy", "proxy.example:3128")))
                .isEqualTo(new ProxyOf.At("proxy.example", 3128, null));
        assertThat(ProxyOf.environment(FETCH, Map.of("http_proxy", "proxy.example")))
                .isEqualTo(new ProxyOf.At("proxy.example", 80, null));
        assertThat(ProxyOf.environment(FETCH, Map.of("http_proxy", "sb-1:token@192.0.2.1:3128")))
                .isEqualTo(new ProxyOf.At("192.0.2.1", 3128, "sb-1:token"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"socks5://proxy.example:1080", "https://proxy.example", "http://", "http://a b", "http://:3128"})
    void aVariableThatNamesNoProxyIsToldByItsNameAlone(String value) {
        assertThat(ProxyOf.environment(FETCH, Map.of("HTTP_PROXY", value)))
                .isEqualTo(new ProxyOf.Unusable("HTTP_PROXY"));
    }

    @Test
    void itsTextHoldsNoCredentials() {
        assertThat(to("http://a.example/fetch", "")).asString().isEqualTo("192.0.2.1:3128");
    }
}
