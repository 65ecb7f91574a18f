package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a key file as Google writes it, against a server that verifies the signature and the claims. */
@Timeout(60)
class JwtBearerTest {
    private static final String ISSUER = "ci@project.example";
    private static final String FORM = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=";
    private static final KeyPair KEYS = rsa();

    private final LocalNetwork network = new LocalNetwork();
    private final Origin endpoint = Origin.plain(this::answer);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        endpoint.close();
        network.close();
    }

    private static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private String url() {
        return "http://" + endpoint.hostPort() + "/token";
    }

    private Answer answer(ReceivedRequest request) {
        String body = request.body().text();
        return body.startsWith(FORM) && isSigned(URLDecoder.decode(body.substring(FORM.length()), UTF_8))
                ? Answer.text(200, "{\"access_token\":\"ya29.t0ken\",\"token_type\":\"Bearer\",\"expires_in\":3599}")
                : Answer.text(400, "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid JWT Signature.\"}");
    }

    private boolean isSigned(String token) {
        String[] parts = token.split("\\.", -1);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(KEYS.getPublic());
            signature.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
            long now = NOW.getEpochSecond();
            String claims = "{\"iat\":" + (now - 60) + ",\"exp\":" + (now + 540) + ",\"iss\":\"" + ISSUER
                    + "\",\"aud\":\"" + url() + "\",\"scope\":\"a b\"}";
            return signature.verify(Base64.getUrlDecoder().decode(parts[2]))
                    && new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8).equals(claims);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private JwtBearer source(List<String> scopes) throws IOException {
        String pem = "-----BEGIN PRIVATE KEY-----\\n"
                + Base64.getEncoder().encodeToString(KEYS.getPrivate().getEncoded())
                + "\\n-----END PRIVATE KEY-----\\n";
        Path file = Files.writeString(
                folder.resolve("key.json"), "{\"type\":\"service_account\",\"private_key\":\"" + pem + "\"}");
        var key = accepted(SecretFile.of(file.toString(), SecretForm.Members.ofLines("private_key")));
        return accepted(JwtBearer.of(url(), List.of(), ISSUER, null, key, scopes));
    }

    @Test
    void aTokenIsGivenForAJwtThatTheAccountSigned() throws IOException {
        SecretFetch fetch = source(List.of("a", "b")).fetch(network.context(Map.of()));
        assertThat(fetch).isInstanceOf(Fetched.class);
        assertThat(((Fetched) fetch).end()).isEqualTo(NOW.plusSeconds(3599));
        assertThat(texts(fetch)).isEqualTo(Map.of("value", "ya29.t0ken"));
    }

    @Test
    void aRefusalIsToldByItsWord() throws IOException {
        assertThat(reason(source(List.of("other")).fetch(network.context(Map.of())), "Invalid JWT"))
                .endsWith("/token answered with status 400: invalid_grant");
    }

    @Test
    void aKeyFileWithoutAKeyIsNotQuoted() throws IOException {
        JwtBearer source = source(List.of());
        Files.writeString(folder.resolve("key.json"), "{\"private_key\":[\"s3cr3t\"]}");
        assertThat(reason(source.fetch(network.context(Map.of())), "s3cr3t"))
                .endsWith("key.json has no string private_key");
        Files.writeString(folder.resolve("key.json"), "{\"private_key\":\"s3cr3t\"}");
        assertThat(reason(source.fetch(network.context(Map.of())), "s3cr3t"))
                .isEqualTo("the key of ci@project.example: no PEM of one private key");
    }

    @Test
    void whatWouldEndAStringOfTheClaimsIsRefused() {
        var key = accepted(EnvironmentVariables.of("KEY"));
        String idp = "https://idp.example/token";
        assertThat(why(JwtBearer.of(idp, List.of(), "a\",\"sub\":\"b", null, key, List.of())))
                .contains("ASCII");
        assertThat(why(JwtBearer.of(idp, List.of(), "a", "b\\", key, List.of())))
                .contains("ASCII");
        assertThat(why(JwtBearer.of(idp, List.of(), "a", null, key, List.of("x y"))))
                .contains("ASCII");
        assertThat(why(JwtBearer.of("http://idp.example/t", List.of(), "a", null, key, List.of())))
                .contains("https");
    }
}
