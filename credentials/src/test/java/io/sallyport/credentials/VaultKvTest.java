package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A KV engine against a server that speaks Vault's API, and against servers that do not. */
@Timeout(60)
class VaultKvTest {
    private static final String TOKEN = "hvs.t0ken";
    private static final String SECRET = "s3cr3t-vault";
    private static final SecretForm.Members FORM = SecretForm.Members.of("token");

    private final LocalNetwork network = new LocalNetwork();

    @AfterEach
    void close() {
        network.close();
    }

    private static VaultKv source(String address) {
        var token = accepted(EnvironmentVariables.of("VAULT_TOKEN"));
        return accepted(VaultKv.of(address, List.of(), "secret", "ci/github", token, "team", FORM));
    }

    private SecretFetch fetch(String address) {
        return source(address).fetch(network.context(Map.of("VAULT_TOKEN", TOKEN)));
    }

    private SecretFetch fetch(OriginScript script) {
        try (Origin origin = Origin.plain(script)) {
            return fetch("http://" + origin.hostPort());
        }
    }

    private static String json(String data, String deletion) {
        return "{\"request_id\":\"x\",\"lease_duration\":0,\"data\":{\"data\":" + data
                + ",\"metadata\":{\"deletion_time\":\"" + deletion + "\",\"destroyed\":false,\"version\":3}}}";
    }

    private static Answer vault(ReceivedRequest request) {
        boolean isAsked = request.method().equals("GET")
                && request.target().equals("/v1/secret/data/ci/github")
                && TOKEN.equals(request.header("X-Vault-Token"))
                && "team".equals(request.header("X-Vault-Namespace"));
        return isAsked
                ? Answer.text(200, json("{\"token\":\"" + SECRET + "\"}", ""))
                : Answer.text(403, "{\"errors\":[\"permission denied\"]}");
    }

    @Test
    void theValuesOfTheLatestVersionAreRead() {
        assertThat(texts(fetch(VaultKvTest::vault))).isEqualTo(Map.of("value", SECRET));
    }

    @Test
    void overTlsTheCertificateMustBearTheName() {
        try (Origin origin = Origin.tls(network.ca().leaf("server.test"), VaultKvTest::vault)) {
            assertThat(texts(fetch("https://server.test:" + origin.port()))).isEqualTo(Map.of("value", SECRET));
        }
        try (Origin origin = Origin.tls(network.ca().leaf("other.test"), VaultKvTest::vault)) {
            assertThat(reason(fetch("https://server.test:" + origin.port()), TOKEN))
                    .contains("was not reached");
            assertThat(origin.received()).isEmpty();
        }
    }

    @Test
    void aVersionThatVaultDeletesEndsThen() {
        SecretFetch fetch = fetch(_ -> Answer.text(200, json("{\"token\":\"a\"}", "2026-11-28T01:02:03.123456Z")));
        assertThat(((Fetched) fetch).end()).isEqualTo(Instant.parse("2026-11-28T01:02:03.123456Z"));
        texts(fetch);
    }

    @ParameterizedTest
    @CsvSource({"400,false", "403,false", "404,false", "429,true", "500,true", "503,true"})
    void aRefusalTellsItsStatusAndNotItsBody(int status, boolean isRetryable) {
        SecretFetch fetch = fetch(request -> Answer.text(status, Answer.echo(request) + SECRET));
        assertThat(reason(fetch, SECRET)).endsWith("/v1/secret/data/ci/github answered with status " + status);
        assertThat(fetch.toString()).doesNotContain(TOKEN);
        assertThat(((Unavailable) fetch).retryable()).isEqualTo(isRetryable);
    }

    @Test
    void aRedirectIsNotFollowedAndTheTokenGoesNowhereElse() {
        try (Origin other = Origin.echo()) {
            SecretFetch fetch = fetch(_ -> Answer.redirect("http://" + other.hostPort() + "/v1/secret/data/ci/github"));
            assertThat(reason(fetch, TOKEN)).endsWith("answered with status 302; redirects are not followed");
            assertThat(other.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>" + SECRET + "</html>",
                "",
                "{\"data\":{\"token\":\"" + SECRET + "\"}}",
                "{\"data\":null}",
                "{\"data\":{\"data\":null,\"metadata\":{}}}",
                "{\"data\":{\"data\":{\"other\":\"" + SECRET + "\"}}}",
                "{\"data\":{\"data\":{\"token\":{\"a\":\"" + SECRET + "\"}}}}",
                "{\"data\":{\"data\":{\"token\":\"" + SECRET + "\\r\\nX: y\"}}}",
                "{\"data\":{\"data\":{\"token\":\"" + SECRET + "\"},\"metadata\":{\"deletion_time\":\"soon\"}}}"
            })
    void anAnswerOfAnotherKindGivesNoSecretAndIsNotQuoted(String body) {
        assertThat(reason(fetch(_ -> Answer.text(200, body)), SECRET)).startsWith("http://127.0.0.1:");
    }

    @Test
    void anAnswerWithoutAnEndIsCutOff() {
        assertThat(reason(fetch(_ -> new Answer.Endless()), TOKEN)).endsWith("longer than 262144 bytes");
        assertThat(reason(fetch(_ -> new Answer.Sized(1L << 40)), TOKEN)).endsWith("longer than 262144 bytes");
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForLong() {
        try (Origin origin = Origin.plain(_ -> new Answer.Stalled("{\"data\":"))) {
            SourceContext hasty = network.context(Map.of("VAULT_TOKEN", TOKEN), Duration.ofSeconds(1));
            SecretFetch fetch = source("http://" + origin.hostPort()).fetch(hasty);
            assertThat(reason(fetch, TOKEN)).endsWith("did not answer in time");
        }
    }

    @Test
    void bytesThatAreNoHttpAreNotQuoted() {
        assertThat(reason(fetch(_ -> new Answer.Raw("SSH-2.0-" + SECRET + "\r\n\r\n", true)), SECRET))
                .startsWith("http://127.0.0.1:");
        assertThat(reason(fetch(_ -> new Answer.Close()), SECRET)).contains("closed the connection");
    }

    @Test
    void withoutItsTokenVaultIsNotAsked() {
        try (Origin origin = Origin.plain(VaultKvTest::vault)) {
            SecretFetch fetch = source("http://" + origin.hostPort()).fetch(network.context(Map.of()));
            assertThat(reason(fetch, TOKEN)).isEqualTo("the variable VAULT_TOKEN is not set");
            SecretFetch other =
                    source("http://" + origin.hostPort()).fetch(network.context(Map.of("VAULT_TOKEN", "t\u00f6ken")));
            assertThat(reason(other, "t\u00f6ken")).endsWith(" is not ASCII");
            assertThat(origin.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://vault.example:8200",
                "http://localhost:8200",
                "http://10.0.0.1",
                "ftp://127.0.0.1",
                "https://u:p@vault.example",
                "https://vault.example/?token=x",
                "vault.example"
            })
    void anAddressThatWouldShowTheTokenIsRefused(String address) {
        var token = accepted(EnvironmentVariables.of("VAULT_TOKEN"));
        why(VaultKv.of(address, List.of(), "secret", "a", token, null, FORM));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", "..", "a/../b", "a?b", "a b", "a%2fb", "a\r\nb"})
    void aPathThatLeadsElsewhereIsRefused(String path) {
        var token = accepted(EnvironmentVariables.of("VAULT_TOKEN"));
        assertThat(why(VaultKv.of("https://vault.example", List.of(), "secret", path, token, null, FORM)))
                .startsWith("a mount, path or namespace");
        assertThat(why(VaultKv.of("https://vault.example", List.of("10.0.0.1/8"), "a", "b", token, null, FORM)))
                .startsWith("10.0.0.1/8: ");
    }
}
