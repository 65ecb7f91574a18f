package io.sallyport.model.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiagnosisTest {
    private static CanonicalRequest request(String method, String url) {
        return ((Parsed.Accepted<CanonicalRequest>) WrittenRequest.parse(method, url)).value();
    }

    private static @Nullable ClientFault faultOf(ReasonCode reason, String method, String url) {
        return ClientFault.of(reason, request(method, url), null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "error:10000418:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA",
                "(certificate_unknown) Received fatal alert: certificate_unknown",
                "error:10000412:SSL routines:OPENSSL_internal:SSLV3_ALERT_BAD_CERTIFICATE"
            })
    void anAlertAboutTheCertificateMeansThatTheCaIsNotTrusted(String detail) {
        assertThat(ClientFault.of(ReasonCode.CLIENT_TLS_FAILED, null, detail)).isEqualTo(ClientFault.CA_NOT_TRUSTED);
    }

    @Test
    void whatShowsNothingIsNotDiagnosed() {
        assertThat(ClientFault.of(ReasonCode.CLIENT_TLS_FAILED, null, "the client left in the handshake"))
                .isNull();
        assertThat(faultOf(ReasonCode.NO_GRANT, "CONNECT", "https://a.test")).isNull();
        assertThat(faultOf(ReasonCode.NO_GRANT, "GET", "http://a.test/")).isNull();
        assertThat(faultOf(ReasonCode.GUARDRAIL, "CONNECT", "https://192.0.2.7"))
                .isNull();
        assertThat(ClientFault.of(ReasonCode.NO_GRANT, null, null)).isNull();
    }

    @Test
    void aTargetThatNothingGrantsMayShowTheFault() {
        assertThat(faultOf(ReasonCode.NO_GRANT, "CONNECT", "https://192.0.2.7"))
                .isEqualTo(ClientFault.ADDRESS_FOR_NAME);
        assertThat(faultOf(ReasonCode.NO_GRANT, "GET", "http://[2001:db8::1]/"))
                .isEqualTo(ClientFault.ADDRESS_FOR_NAME);
        assertThat(faultOf(ReasonCode.NO_GRANT, "GET", "http://a.test:443/")).isEqualTo(ClientFault.HTTP_TO_TLS_PORT);
    }

    @ParameterizedTest
    @CsvSource({
        "curl/8.5.0, CURL_CA_BUNDLE",
        "git/2.43.0, GIT_SSL_CAINFO",
        "Java/25.0.1, JAVA_TOOL_OPTIONS",
        "Java-http-client/25, JAVA_TOOL_OPTIONS",
        "node, NODE_EXTRA_CA_CERTS",
        "go-http-client/1.1, SSL_CERT_FILE"
    })
    void theSentenceNamesTheVariableOfTheLikelyTool(String userAgent, String variable) {
        assertThat(new Diagnosis(ClientFault.CA_NOT_TRUSTED, ClientTool.of(userAgent)).sentence())
                .contains("likely", "so set " + variable);
    }

    @ParameterizedTest
    @CsvSource({"curl/8.5.0, https_proxy", "Java-http-client/25, proxy.ports", "unknown, https_proxy"})
    void aClientWithoutCredentialsIsToldWhereTheyStand(String userAgent, String setting) {
        assertThat(new Diagnosis(ClientFault.NO_CREDENTIALS, ClientTool.of(userAgent)).sentence())
                .contains("without proxy credentials", setting);
    }

    @ParameterizedTest
    @ValueSource(strings = {"curlish/1", "my curl/8", "", "\u001b[31mcurl", "gitlab-runner/17"})
    void whatAnUnknownClientSaysOfItselfIsNotRepeated(String userAgent) {
        assertThat(ClientTool.of(userAgent)).isNull();
        assertThat(new Diagnosis(ClientFault.CA_NOT_TRUSTED, null).sentence())
                .contains("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
                .doesNotContain("likely");
    }
}
