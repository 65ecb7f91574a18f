package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens by client credentials, from endpoints that keep to RFC 6749 and from others. */
@Timeout(60)
class OAuthTokensTest {
    private static final String SECRET = "client+s3cret";
    private static final String TOKEN = "access-t0ken";

    private final LocalNetwork network = new LocalNetwork();

    @AfterEach
    void close() {
        network.close();
    }

    private static OAuthClient client(String endpoint, ClientAuthentication how) {
        var secret = accepted(EnvironmentVariables.of("CLIENT_SECRET"));
        return accepted(OAuthClient.of(endpoint, List.of(), "ci:1", secret, how));
    }

    private SecretFetch fetch(ClientAuthentication how, OriginScript script) {
        try (Origin origin = Origin.plain(script)) {
            var source = accepted(ClientCredentials.of(
                    client("http://" + origin.hostPort() + "/token", how), Map.of("scope", "read write")));
            return source.fetch(network.context(Map.of("CLIENT_SECRET", SECRET)));
        }
    }

    private SecretFetch answered(int status, String body) {
        return fetch(ClientAuthentication.BASIC, _ -> Answer.text(status, body));
    }

    @Test
    void theSecretStandsInTheHeaderOrInTheBody() {
        String answer = "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"Bearer\",\"expires_in\":3600}";
        SecretFetch byHeader = fetch(ClientAuthentication.BASIC, request -> {
            boolean isAsked = "Basic Y2klM0ExOmNsaWVudCUyQnMzY3JldA==".equals(request.header("Authorization"))
                    && request.body().text().equals("scope=read+write&grant_type=client_credentials");
            return Answer.text(isAsked ? 200 : 401, answer);
        });
        assertThat(((Fetched) byHeader).end()).isEqualTo(NOW.plusSeconds(3600));
        assertThat(texts(byHeader)).isEqualTo(Map.of("value", TOKEN));
        SecretFetch byBody = fetch(ClientAuthentication.BODY, request -> {
            boolean isAsked = request.header("Authorization") == null
                    && request.body()
                            .text()
                            .equals("scope=read+write&grant_type=client_credentials&client_id=ci%3A1"
                                    + "&client_secret=client%2Bs3cret");
            return Answer.text(isAsked ? 200 : 401, answer);
        });
        assertThat(texts(byBody)).isEqualTo(Map.of("value", TOKEN));
    }

    @ParameterizedTest
    @CsvSource({
        "400,invalid_grant,invalid_grant,false",
        "401,invalid_client,invalid_client,false",
        "503,temporarily_unavailable,temporarily_unavailable,true",
        "200,bad_refresh_token,bad_refresh_token,false",
        "400,client+s3cret,an error of its own,false"
    })
    void anErrorIsToldByItsWordIfThatIsKnown(int status, String error, String word, boolean isRetryable) {
        SecretFetch fetch = answered(
                status,
                "{\"error\":\"" + error + "\",\"error_description\":\"" + SECRET + "\",\"access_token\":\"x\"}");
        assertThat(reason(fetch, SECRET)).endsWith("/token answered with status " + status + ": " + word);
        assertThat(((Unavailable) fetch).retryable()).isEqualTo(isRetryable);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TOKEN,
                "{\"access_token\":\"" + TOKEN + "\"}",
                "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"mac\"}",
                "{\"access_token\":[\"" + TOKEN + "\"],\"token_type\":\"bearer\"}",
                "{\"access_token\":\"" + TOKEN + "\\n\",\"token_type\":\"bearer\"}",
                "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"bearer\",\"expires_in\":-1}",
                "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"bearer\",\"expires_in\":1e9}",
                "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"bearer\",\"expires_in\":99999999999}"
            })
    void anAnswerOfAnotherKindGivesNoToken(String body) {
        assertThat(reason(answered(200, body), TOKEN)).contains("/token");
        assertThat(reason(answered(500, body), TOKEN)).endsWith("/token answered with status 500");
    }

    @Test
    void theSecretFollowsNoRedirect() {
        try (Origin other = Origin.echo()) {
            SecretFetch fetch =
                    fetch(ClientAuthentication.BODY, _ -> Answer.redirect("http://" + other.hostPort() + "/token"));
            assertThat(reason(fetch, SECRET)).endsWith("answered with status 302; redirects are not followed");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void settingsAreChecked() {
        var secret = accepted(EnvironmentVariables.of("CLIENT_SECRET"));
        assertThat(why(OAuthClient.of("http://idp.example/t", List.of(), "a", secret, ClientAuthentication.BASIC)))
                .isEqualTo("secrets are asked for by https, or by http on a loopback address");
        assertThat(why(OAuthClient.of("https://idp.example/t", List.of(), "", secret, ClientAuthentication.BASIC)))
                .startsWith("the id of a client");
        assertThat(why(OAuthClient.of("https://idp.example/t", List.of(), "a", secret, ClientAuthentication.NONE)))
                .startsWith("a client with a secret");
        assertThat(why(ClientCredentials.of(
                        accepted(OAuthClient.ofPublic("https://idp.example/t", List.of(), "a")), Map.of())))
                .startsWith("a public client");
        OAuthClient client = client("https://idp.example/t", ClientAuthentication.BASIC);
        assertThat(why(ClientCredentials.of(client, Map.of("client_secret", "x"))))
                .startsWith("a parameter that the");
    }
}
