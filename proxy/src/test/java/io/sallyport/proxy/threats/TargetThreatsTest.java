package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.AS;
import static io.sallyport.proxy.threats.Attack.connect;
import static io.sallyport.proxy.threats.Attack.inside;
import static io.sallyport.proxy.threats.Attack.request;
import static io.sallyport.proxy.threats.Attack.requestInside;
import static io.sallyport.proxy.threats.Attack.straight;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** E: the request line, its target, and fields that name another target. */
class TargetThreatsTest {
    private static boolean isRead(CanonicalRequest request) {
        return !Objects.equals(request.method(), "DELETE");
    }

    /** Asserts that a head is malformed, directly and in a tunnel. */
    private static void isMalformed(String straight, String inside) {
        straight(straight).isRefused(ReasonCode.MALFORMED_REQUEST).closes();
        inside(inside).isRefused(ReasonCode.MALFORMED_REQUEST).closes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "Get", "delete", "DELETe", "TRACE", "trace", "connect", "x-a"})
    void line37MethodsAreExactTokens(String method) {
        straight(request(method, "/", "")).isRefused(ReasonCode.METHOD_REFUSED).keeps();
        inside(requestInside(method, "/", ""))
                .isRefused(ReasonCode.METHOD_REFUSED)
                .keeps();
    }

    @Test
    void line37NoTunnelIsOpenedInATunnel() {
        inside(connect("a.test:443", "a.test:443"))
                .isRefused(ReasonCode.METHOD_REFUSED)
                .keeps();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET,POST", "G\u0000T", "\"GET\"", "G(T", "GET:", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "G\u00c9T"
            })
    void line37WhatIsNoTokenOrTooLongIsMalformed(String method) {
        isMalformed(request(method, "/", ""), requestInside(method, "/", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\t%s HTTP/1.1\r\n",
                "GET  %s HTTP/1.1\r\n",
                "GET %s  HTTP/1.1\r\n",
                "GET %s\tHTTP/1.1\r\n",
                "GET %s HTTP/1.1 \r\n",
                " GET %s HTTP/1.1\r\n",
                "\tGET %s HTTP/1.1\r\n",
                "GET %s HTTP/1.1\r\r\n",
                "GET\r%s HTTP/1.1\r\n",
                "GET %s\rHTTP/1.1\r\n",
                "\r\n\r\nGET %s HTTP/1.1\r\n",
                "\rGET %s HTTP/1.1\r\n",
                "\nGET %s HTTP/1.1\r\n",
                "\0GET %s HTTP/1.1\r\n",
                "GET %s HTTP/1.1\n",
                "GET %s\r\n",
                "GET %s HTTP\r\n",
                "GET %s HTTP/1\r\n",
                "GET %s HTTP/1.10\r\n",
                "GET %s HTTP/11\r\n",
                "GET %s http/1.1\r\n",
                "GET %s HTTP/1,1\r\n",
                "GET %s XTTP/1.1\r\n",
                "GET HTTP/1.1\r\n",
                "%s\r\n"
            })
    void line38OnlyOneSpaceStandsWhereOneBelongs(String line) {
        isMalformed(
                line.formatted("http://a.test/") + "Host: a.test\r\n" + AS + "\r\n",
                line.formatted("/") + "Host: a.test\r\n\r\n");
    }

    @Test
    void line38OneEmptyLineMayComeFirst() {
        straight("\r\n" + request("GET", "/", "")).isForwarded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9", "HTTP/0.0"})
    void line38OtherVersionsAreRefused(String version) {
        straight(request("GET", "/", "").replace("HTTP/1.1", version))
                .isRefused(ReasonCode.UNSUPPORTED_VERSION)
                .closes();
        inside(requestInside("GET", "/", "").replace("HTTP/1.1", version))
                .isRefused(ReasonCode.UNSUPPORTED_VERSION)
                .closes();
    }

    /** HTTP/2 in cleartext, by prior knowledge. */
    @Test
    void line65ThePrefaceOfHttp2IsNoRequest() {
        String preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        straight(preface).isRefused(ReasonCode.UNSUPPORTED_VERSION).closes();
        inside(preface).isRefused(ReasonCode.UNSUPPORTED_VERSION).closes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET a.test:80",
                "GET a.test",
                "GET *",
                "OPTIONS *",
                "GET /",
                "GET //a.test/",
                "POST ?q",
                "GET #",
                "GET ."
            })
    void line39EachFormOnlyWhereItBelongs(String start) {
        straight(start + " HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n").isRefused(ReasonCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET a.test:80", "GET a.test", "GET *", "OPTIONS *", "POST ?q", "GET https:/a.test/"})
    void line39InATunnelOnlyPathsAndItsOwnUrls(String start) {
        inside(start + " HTTP/1.1\r\nHost: a.test\r\n\r\n").isRefused(ReasonCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a.test/", "/", "*", "https://a.test:443"})
    void line39AConnectTakesAnAuthorityAlone(String target) {
        straight(connect(target, "a.test")).isRefused(ReasonCode.NOT_CANONICAL).keeps();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://b.test/", "http://a.test:81/", "https://a.test/", "http://a.test.evil.test/"})
    void line39AUrlOfAnotherAuthorityInATunnelIs421(String url) {
        Attack attack = inside("GET " + url + " HTTP/1.1\r\nHost: a.test\r\n\r\n");
        attack.isRefused(ReasonCode.AUTHORITY_MISMATCH);
        assertThat(attack.answer()).startsWith("HTTP/1.1 421 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"b.test", "a.test:81", "sallyport.internal", "127.0.0.1", "a.test.b.test", "[::1]"})
    void line39TargetAndHostAgree(String host) {
        straight(request("GET", "/", "").replace("Host: a.test", "Host: " + host))
                .isRefused(ReasonCode.AUTHORITY_MISMATCH);
        inside(requestInside("GET", "/", "").replace("Host: a.test", "Host: " + host))
                .isRefused(ReasonCode.AUTHORITY_MISMATCH);
        straight(connect("a.test:443", host)).isRefused(ReasonCode.AUTHORITY_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: y\r\n",
                "Host:\r\n",
                "Host: \r\n",
                "Host: a.test\r\nHost: a.test\r\n",
                "Host: a.test\r\nhOST: b.test\r\n",
                "Host: a.test, a.test\r\n",
                "Host: a.test,\r\n",
                "Host: a.test b.test\r\n",
                "Host: http://a.test\r\n",
                "Host: a.test/\r\n",
                "Host: u@a.test\r\n",
                "Host: a.test:\r\n"
            })
    void line40HostIsThereOnceWithOneAuthority(String lines) {
        straight(request("GET", "/", "").replace("Host: a.test\r\n", lines)).isRefused(ReasonCode.MALFORMED_REQUEST);
        inside(requestInside("GET", "/", "").replace("Host: a.test\r\n", lines))
                .isRefused(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void line40HttpsIsNeverDialledAsCleartext() {
        straight(request("GET", "/", "").replace("http://", "https://")).isRefused(ReasonCode.UNSUPPORTED_SCHEME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp",
                "file",
                "gopher",
                "unix",
                "ws",
                "wss",
                "s3",
                "data",
                "javascript",
                "tcp",
                "h2c",
                "httpx",
                "0"
            })
    void line41OtherSchemesAreNotServed(String scheme) {
        straight(request("GET", "/", "").replace("http:", scheme + ":")).isRefused(ReasonCode.UNSUPPORTED_SCHEME);
    }

    @Test
    void line42APlainRequestGetsTheVerdictOfItsTunnel() {
        for (String host : new String[] {"a.test", "b.test"}) {
            Attack tunnel = straight(
                    connect(host + ":80", host + ":80"),
                    request -> request.host().text().equals("a.test"));
            Attack plain = straight(
                    request("GET", "/", "").replace("a.test", host),
                    request -> request.host().text().equals("a.test"));
            assertThat(plain.dialled()).isEqualTo(tunnel.dialled());
            assertThat(plain.records())
                    .extracting(record -> record.reason())
                    .isEqualTo(tunnel.records().stream()
                            .map(record -> record.reason())
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Original-URL",
                "X-Original-URI",
                "X-Original-Host",
                "X-Rewrite-URL",
                "X-Forwarded-Host",
                "X-Forwarded-Server",
                "X-Forwarded-Port",
                "X-Forwarded-Prefix",
                "X-HTTP-Host-Override",
                "X-Envoy-Original-Path",
                "X-Host",
                "X-Real-Host",
                "X-Backend-Host",
                "X-Forwarded-Uri",
                "X-Forwarded-Path",
                "X-Forwarded-Method-Uri",
                "X-Original-Target",
                "X-Rewrite-Path",
                "Forwarded"
            })
    void line43FieldsThatNameAnotherTargetGoNoFurther(String name) {
        for (String spelling :
                new String[] {name, name.toLowerCase(Locale.ROOT), name.replace('-', '_'), name.replace('-', '.')}) {
            Attack attack = straight(request("GET", "/", spelling + ": evil\r\nX-Kept: 1\r\n"))
                    .isForwarded();
            assertThat(attack.sent()).doesNotContain("evil").contains("X-Kept: 1\r\n");
            assertThat(inside(requestInside("GET", "/", spelling + ": evil\r\n"))
                            .isForwarded()
                            .sent())
                    .doesNotContain("evil");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "X-Forwarded-Proto",
                "X-Real-IP",
                "X-Hostname",
                "X-Amz-Meta-Ssh-Host",
                "Access-Control-Request-Method",
                "X-Payment-Method"
            })
    void line43FieldsThatNameNoTargetGoOn(String name) {
        assertThat(straight(request("GET", "/", name + ": kept\r\n"))
                        .isForwarded()
                        .sent())
                .contains(name + ": kept\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP-Method-Override: DELETE",
                "X-Original-Method: DELETE",
                "X-Rewrite-Method: DELETE",
                "X-Forwarded-Method: DELETE",
                "X-HTTP.Method_Override: DELETE",
                "_method: DELETE",
                "X-HTTP-Method: DELETE",
                "X-HTTP-Method-Override: DELETE",
                "X-Method-Override: DELETE",
                "x_http_method_override: delete",
                "X-HTTP-Method-Override: PUT\r\nX-HTTP-Method: DELETE"
            })
    void line43AMethodNamedInAFieldMustPassToo(String field) {
        straight(request("POST", "/", field + "\r\n"), TargetThreatsTest::isRead)
                .isDenied(ReasonCode.NO_GRANT);
        inside(requestInside("POST", "/", field + "\r\n"), TargetThreatsTest::isRead)
                .isDenied(ReasonCode.NO_GRANT);
        assertThat(straight(request("POST", "/", field + "\r\n")).isForwarded().sent())
                .doesNotContainIgnoringCase("delete");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/?_method=DELETE",
                "/?_method=delete",
                "/?_METHOD=DELETE",
                "/?a=1&_method=DELETE",
                "/?%5fmethod=DELETE",
                "/?_method=POST&_method=DELETE",
                "/?.method=DELETE",
                "/?%2emethod=DELETE",
                "/?[method=DELETE",
                "/?%5Bmethod=DELETE",
                "/?+_method=DELETE",
                "/?%20%20_method=DELETE",
                "/?+.method=DELETE",
                "/?_method%00x=DELETE",
                "/?+%5bmethod%00]=DELETE",
                "/?_method[]=DELETE",
                "/?_method%5Ba%5D=DELETE",
                "/?_method%00[a]=DELETE",
                "/?[_method]=DELETE",
                "/?%5B%5B_method=DELETE",
                "/?_HttpMethod=DELETE",
                "/?http.method.override=DELETE",
                "/?X-HTTP-Method-Override=DELETE",
                "/?_%6dethod=%44ELETE"
            })
    void line43AMethodNamedInTheQueryMustPassToo(String target) {
        straight(request("POST", target, ""), TargetThreatsTest::isRead).isDenied(ReasonCode.NO_GRANT);
        inside(requestInside("POST", target, ""), TargetThreatsTest::isRead).isDenied(ReasonCode.NO_GRANT);
        straight(request("POST", target, "")).isForwarded();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/?_method=CONNECT",
                "/?_method=TRACE",
                "/?_method=",
                "/?_method=D%00",
                "/?a;_method=PUT",
                "/?a;%5fm%65thod=PUT",
                "/?a;.method=PUT",
                "/?a;+%5bmethod=PUT",
                "/?a;_HttpMethod=PUT",
                "/?_method=A&_method=B&_method=C&_method=D&_method=E",
                "/?_method=%ff"
            })
    void line43AMethodThatCannotBeReadIsRefused(String target) {
        straight(request("POST", target, "")).isDenied(ReasonCode.METHOD_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/?method=DELETE",
                "/?[method]=DELETE",
                "/?payment_method=DELETE",
                "/?a[_method]=DELETE",
                "/?a=_method",
                "/?a;method=1"
            })
    void line43OtherParametersNameNoMethod(String target) {
        straight(request("POST", target, ""), TargetThreatsTest::isRead).isForwarded();
    }
}
