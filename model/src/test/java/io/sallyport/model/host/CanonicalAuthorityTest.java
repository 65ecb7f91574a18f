package io.sallyport.model.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalAuthorityTest {
    @ParameterizedTest
    @CsvSource({"H.example.:443, h.example:443", "'[0::1]:1', '[::1]:1'", "10.0.0.1:65535, 10.0.0.1:65535"})
    void connectTargetsHaveOneForm(String given, String canonical) {
        assertThat(CanonicalAuthority.parseConnect(given).map(CanonicalAuthority::toString))
                .isEqualTo(new Parsed.Accepted<>(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "h",
                "h:",
                ":443",
                "h:0",
                "h:00443",
                "h:0443",
                "h:+443",
                "h:-1",
                "h:65536",
                "h:99999999999",
                "h:443 ",
                "h: 443",
                " h:443",
                "h:443:443",
                "h:44a",
                "h::443",
                "u@h:443",
                "@h:443",
                "h:443@x",
                "http://h:443",
                "h:443/",
                "h/:443",
                "h:443?",
                "h:443#",
                "::1:443",
                "[::1]",
                "[::1]443",
                "[::1]:",
                "[::1]:443x",
                "[::1",
                "[h]:443",
                "h]:443",
                "h\0:443",
                "h:443\0",
                "h:443\r\n",
                "é.example:443",
                "h:４４３",
                "xn--a:443"
            })
    void whatIsNoConnectTargetIsRefused(String given) {
        assertThat(CanonicalAuthority.parseConnect(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({"h, 80", "h:8080, 8080", "'[::1]', 80"})
    void aHostHeaderMayLeaveThePortOut(String given, int port) {
        assertThat(CanonicalAuthority.parse(given, Dialect.WIRE).map(authority -> authority.portOr(80)))
                .isEqualTo(new Parsed.Accepted<>(port));
    }
}
