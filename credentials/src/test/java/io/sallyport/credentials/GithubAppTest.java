package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that verifies the app's signature, as GitHub does. */
@Timeout(60)
class GithubAppTest {
    private static final String TOKEN = "ghs_t0ken";
    private static final KeyPair KEYS = rsa(2048);

    private final LocalNetwork network = new LocalNetwork();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        network.close();
    }

    private static KeyPair rsa(int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String pkcs1(KeyPair keys) throws IOException {
        byte[] der = PrivateKeyInfo.getInstance(keys.getPrivate().getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
        return pem("RSA PRIVATE KEY", der);
    }

    private static String pem(String label, byte[] der) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }

    private GithubApp source(String api) {
        var key = accepted(SecretFile.of(folder.resolve("app.pem").toString(), new SecretForm.Lines()));
        return accepted(GithubApp.of(
                api,
                List.of(),
                "Iv1.abc",
                42,
                key,
                List.of("app", "docs"),
                Map.of("contents", "write", "issues", "read")));
    }

    private SecretFetch fetch(String pem, OriginScript script) throws IOException {
        Files.writeString(folder.resolve("app.pem"), pem);
        try (Origin origin = Origin.plain(script)) {
            return source("http://" + origin.hostPort() + "/api/v3").fetch(network.context(Map.of()));
        }
    }

    private static Answer github(ReceivedRequest request) {
        boolean isAsked = request.method().equals("POST")
                && request.target().equals("/api/v3/app/installations/42/access_tokens")
                && isSigned(Objects.requireNonNull(request.header("Authorization")))
                && request.body()
                        .text()
                        .equals("{\"repositories\":[\"app\",\"docs\"],"
                                + "\"permissions\":{\"contents\":\"write\",\"issues\":\"read\"}}");
        return isAsked
                ? Answer.text(
                        201,
                        "{\"token\":\"" + TOKEN + "\",\"expires_at\":\"2026-11-27T01:00:00Z\","
                                + "\"repository_selection\":\"selected\"}")
                : Answer.text(401, "{\"message\":\"A JSON web token could not be decoded\"}");
    }

    private static boolean isSigned(String authorization) {
        String[] parts = authorization.substring("Bearer ".length()).split("\\.", -1);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(KEYS.getPublic());
            signature.update((parts[0] + "." + parts[1]).getBytes(US_ASCII));
            String head = new String(Base64.getUrlDecoder().decode(parts[0]), US_ASCII);
            String claims = new String(Base64.getUrlDecoder().decode(parts[1]), US_ASCII);
            long now = NOW.getEpochSecond();
            return signature.verify(Base64.getUrlDecoder().decode(parts[2]))
                    && head.equals("{\"alg\":\"RS256\",\"typ\":\"JWT\"}")
                    && claims.equals("{\"iat\":" + (now - 60) + ",\"exp\":" + (now + 540) + ",\"iss\":\"Iv1.abc\"}");
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTokenIsForTheRepositoriesAndPermissionsNamedAndEndsWithGithubsEnd() throws IOException {
        SecretFetch fetch = fetch(pkcs1(KEYS), GithubAppTest::github);
        assertThat(fetch).isInstanceOf(Fetched.class);
        assertThat(((Fetched) fetch).end()).isEqualTo(Instant.parse("2026-11-27T01:00:00Z"));
        assertThat(texts(fetch)).isEqualTo(Map.of("value", TOKEN));
    }

    @Test
    void theKeyMayBePkcs8() throws IOException {
        assertThat(texts(fetch(pem("PRIVATE KEY", KEYS.getPrivate().getEncoded()), GithubAppTest::github)))
                .containsValue(TOKEN);
    }

    @Test
    void aTokenForAllRepositoriesIsNotTaken() throws IOException {
        String all = "{\"token\":\"" + TOKEN + "\",\"expires_at\":\"2026-11-27T01:00:00Z\","
                + "\"repository_selection\":\"all\"}";
        assertThat(reason(fetch(pkcs1(KEYS), _ -> Answer.text(201, all)), TOKEN))
                .endsWith("gave a token for all repositories");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {TOKEN, "{\"token\":\"" + TOKEN + "\"}", "{\"token\":\"" + TOKEN + "\",\"expires_at\":\"x\"}"})
    void aTokenWithoutAnEndIsNotTaken(String body) throws IOException {
        assertThat(reason(fetch(pkcs1(KEYS), _ -> Answer.text(201, body)), TOKEN))
                .contains("/access_tokens");
    }

    @Test
    void aRefusalIsToldByItsStatus() throws IOException {
        assertThat(reason(fetch(pkcs1(rsa(2048)), GithubAppTest::github), "JSON web token"))
                .endsWith("/api/v3/app/installations/42/access_tokens answered with status 401");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3cr3t",
                "-----BEGIN RSA PRIVATE KEY-----\nczNjcjN0\n-----END RSA PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nczNjcjN0\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\n=s3cr3t=\n-----END PRIVATE KEY-----"
            })
    void aKeyThatIsNoneIsNotQuoted(String pem) throws IOException {
        SecretFetch fetch = fetch(pem, _ -> Answer.text(500, ""));
        assertThat(reason(fetch, "s3cr3t"))
                .startsWith("the key of the app Iv1.abc: no ")
                .doesNotContain("czNj");
    }

    @Test
    void aShortKeyIsRefused() throws IOException {
        assertThat(reason(fetch(pkcs1(rsa(1024)), GithubAppTest::github), "BEGIN"))
                .endsWith("an RSA key of fewer than 2048 bits");
    }

    @Test
    void aTokenThatIsNotNarrowedCannotBeAskedFor() {
        var key = accepted(EnvironmentVariables.of("KEY"));
        Map<String, String> read = Map.of("contents", "read");
        String api = "https://api.github.com";
        assertThat(why(GithubApp.of(api, List.of(), "1", 1, key, List.of(), read)))
                .contains("repositories");
        assertThat(why(GithubApp.of(api, List.of(), "1", 1, key, List.of("a/b"), read)))
                .contains("without their owner");
        assertThat(why(GithubApp.of(api, List.of(), "1", 1, key, List.of("a"), Map.of())))
                .contains("permissions");
        assertThat(why(GithubApp.of(api, List.of(), "1", 1, key, List.of("a"), Map.of("contents", "all"))))
                .contains("read, write or admin");
        assertThat(why(GithubApp.of(api, List.of(), "1\"", 1, key, List.of("a"), read)))
                .startsWith("an app has an id");
        assertThat(why(GithubApp.of("http://api.github.com", List.of(), "1", 1, key, List.of("a"), read)))
                .contains("https");
    }
}
