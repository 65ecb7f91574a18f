package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.connect;
import static io.sallyport.proxy.threats.Attack.inside;
import static io.sallyport.proxy.threats.Attack.request;
import static io.sallyport.proxy.threats.Attack.requestInside;
import static io.sallyport.proxy.threats.Attack.straight;

import io.sallyport.model.ReasonCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B and C as far as the proxy is concerned: what reaches the part that resolves and dials. Egress tests the rest. */
class ResolutionThreatsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "017700000001",
                "127.1",
                "127.0.1",
                "0x7f.1",
                "127.0.0.01",
                "0177.0.0.1",
                "127.0.0.256",
                "1.2.3.4.5",
                "0x7f.0.0.0x1",
                "127.0.0.0x1",
                "a.test.127",
                "0",
                "00.0.0.0"
            })
    void line11NumbersAreNoNamesAndAreNotConverted(String host) {
        straight(connect(host + ":80", "a.test")).isRefused(ReasonCode.NOT_CANONICAL);
        straight(request("GET", "/", "").replace("http://a.test", "http://" + host))
                .isRefused(ReasonCode.NOT_CANONICAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "[2001:db8::1]", "[::ffff:192.0.2.1]"})
    void line12AnAddressIsNoNameThatARuleGrants(String address) {
        straight(
                        connect(address + ":443", address + ":443"),
                        request -> !request.host().isAddress())
                .isDenied(ReasonCode.NO_GRANT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1.", "127.0.0.1."})
    void line12AnAddressTakesNoTrailingDot(String host) {
        straight(connect(host + ":443", "a.test")).isRefused(ReasonCode.NOT_CANONICAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[fe80::1%25eth0]", "[fe80::1%eth0]", "[v1.fe80::a]", "::1", "fe80::1", "[::1%25]", "[v7.1]"})
    void line16ZonesFutureFormsAndBareIpv6AreRefused(String host) {
        straight(connect(host + ":80", "a.test")).isRefused(ReasonCode.NOT_CANONICAL);
        straight(request("GET", "/", "").replace("http://a.test", "http://" + host))
                .isRefused(ReasonCode.NOT_CANONICAL);
    }

    /** Only a dial resolves names, and none begins. */
    @ParameterizedTest
    @ValueSource(strings = {"secret.evil.test", "a.test.evil.test", "xa.test", "localhost", "a"})
    void line19ANameThatIsDeniedIsAskedOfNobody(String host) {
        straight(
                        connect(host + ":443", host + ":443"),
                        request -> request.host().text().equals("a.test"))
                .isDenied(ReasonCode.NO_GRANT);
        straight(
                        request("GET", "/", "").replace("a.test", host),
                        request -> request.host().text().equals("a.test"))
                .isDenied(ReasonCode.NO_GRANT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept: application/dns-message\r\n",
                "Accept: text/html, Application/DNS-Message;q=0.9\r\n",
                "accept: application/dns-json\r\n",
                "Content-Type: application/dns-message\r\nContent-Length: 0\r\n"
            })
    void line24QuestionsAboutNamesAreNotAskedOverHttp(String lines) {
        straight(request("POST", "/x", lines)).isDenied(ReasonCode.DNS_REFUSED);
        inside(requestInside("POST", "/x", lines)).isDenied(ReasonCode.DNS_REFUSED);
    }

    @Test
    void line24AQuestionInTheQueryIsOneToo() {
        String question = "AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB"; // RFC 8484 section 4.1.1
        straight(request("GET", "/dns-query?dns=" + question, "")).isDenied(ReasonCode.DNS_REFUSED);
        inside(requestInside("GET", "/dns-query?dns=" + question, "")).isDenied(ReasonCode.DNS_REFUSED);
        straight(request("GET", "/records?dns=www.example.com", "")).isForwarded();
        straight(request("GET", "/records?dns=true", "Accept: application/json\r\n"))
                .isForwarded();
    }
}
