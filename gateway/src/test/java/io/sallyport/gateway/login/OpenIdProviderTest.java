package io.sallyport.gateway.login;

import static io.sallyport.gateway.login.HostileProvider.HEADER;
import static io.sallyport.gateway.login.HostileProvider.NOW;
import static io.sallyport.gateway.login.HostileProvider.signed;
import static io.sallyport.gateway.login.HostileProvider.unsigned;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.Role;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.OidcSettings;
import io.sallyport.console.session.FormFields;
import io.sallyport.console.session.LoginAttempt;
import io.sallyport.console.session.LoginProvider.Beginning;
import io.sallyport.console.session.LoginProvider.Ending;
import io.sallyport.credentials.SecretEndpoint;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.Answer;
import io.sallyport.transport.Transport;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider, or somebody between, could answer to get in. */
@Timeout(60)
class OpenIdProviderTest {
    private static final LoginAttempt ATTEMPT =
            new LoginAttempt("state-1", "nonce-1", "verifier-1", "http://127.0.0.1:3129/console/login/callback");
    private static final Transport TRANSPORT = Transport.best();

    private final HostileProvider provider = new HostileProvider();
    private final EventLoopGroup loops = TRANSPORT.newLoops(1, "login-test");
    private final AtomicLong nanos = new AtomicLong();
    private OpenIdProvider login;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void start() throws Exception {
        provider.published("");
        login = open(null);
    }

    @AfterEach
    void stop() {
        login.close();
        provider.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private OpenIdProvider open(@Nullable Path secret) throws StartException {
        var egress = new Config.Egress(List.of(), Map.of(), List.of("127.0.0.0/8"), List.of(), null);
        return OpenIdProvider.open(
                settings(secret),
                Dialers.of(egress, OwnListeners.ofThisMachine(), TRANSPORT),
                loops,
                InstantSource.fixed(Instant.ofEpochSecond(NOW)),
                nanos::get);
    }

    private OidcSettings settings(@Nullable Path secret) {
        if (!(SecretEndpoint.of(provider.issuer() + "/.well-known/openid-configuration", List.of())
                instanceof Parsed.Accepted<SecretEndpoint>(var endpoint))) {
            throw new AssertionError(provider.issuer());
        }
        return new OidcSettings(
                provider.issuer(),
                endpoint,
                "sallyport",
                secret,
                List.of("openid", "email"),
                List.of("RS256", "ES256"),
                "groups",
                Map.of("security", List.of("sec"), "reader", List.of("all", "sec")),
                Duration.ofHours(1));
    }

    private static <T> T whole(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private Ending end(Map<String, String> answer) {
        return whole(login.end(ATTEMPT, new FormFields(answer)));
    }

    /** Returns how a login ends that the provider redeems for this token. */
    private Ending endWith(String token) {
        provider.redeeming(token);
        return end(Map.of("code", "c0de", "state", "state-1"));
    }

    private static String refusal(Ending ending) {
        return switch (ending) {
            case Ending.Refused(var why) -> why;
            case Ending.LoggedIn(var caller) -> throw new AssertionError("it was accepted: " + caller);
        };
    }

    private String claims() {
        return provider.claims("nonce-1");
    }

    @Test
    void aPersonIsNamedByIssuerAndSubject() {
        assertThat(endWith(signed(claims())))
                .isEqualTo(new Ending.LoggedIn(new Caller(provider.issuer() + "#ann", Role.SECURITY, "")));
    }

    @Test
    void theCodeIsRedeemedWithWhatTheAddressPromised() throws Exception {
        if (!(whole(login.begin(ATTEMPT)) instanceof Beginning.At(String address))) {
            throw new AssertionError("no address");
        }
        Map<String, String> query = new HashMap<>();
        for (String pair : URI.create(address).getQuery().split("&", -1)) {
            query.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        byte[] digest = MessageDigest.getInstance("SHA-256").digest("verifier-1".getBytes(US_ASCII));
        assertThat(query)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "sallyport")
                .containsEntry("redirect_uri", ATTEMPT.redirect())
                .containsEntry("state", "state-1")
                .containsEntry("nonce", "nonce-1")
                .containsEntry("scope", "openid+email")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("code_challenge", HostileProvider.encoded(digest));
        assertThat(address).startsWith(provider.issuer() + "/auth?").doesNotContain("verifier-1");
        assertThat(endWith(signed(claims()))).isInstanceOf(Ending.LoggedIn.class);
        assertThat(provider.redeemed())
                .isEqualTo(Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        "c0de",
                        "redirect_uri",
                        ATTEMPT.redirect(),
                        "code_verifier",
                        "verifier-1",
                        "client_id",
                        "sallyport"));
    }

    @Test
    void theSecretOfAClientIsReadAtEachLoginAndNeverTold() throws Exception {
        Path secret = folder.resolve("client.secret");
        login.close();
        login = open(secret);
        assertThat(refusal(end(Map.of("code", "c0de")))).contains("cannot be read");
        Files.writeString(secret, "hush\n");
        provider.with("/token", Answer.text(400, "{\"error\":\"invalid_client\",\"hint\":\"hush\"}"));
        assertThat(refusal(end(Map.of("code", "c0de"))))
                .endsWith("status 400: invalid_client")
                .doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"nonce\":\"nonce-1\"      | \"nonce\":\"nonce-2\"                      | nonce",
                "\"nonce\":\"nonce-1\"      | \"nonce\":[\"nonce-1\"]                    | nonce",
                "\"nonce\":\"nonce-1\"      | \"at_hash\":\"x\"                          | nonce",
                "\"aud\":\"sallyport\"      | \"aud\":\"other\"                          | audience",
                "\"aud\":\"sallyport\"      | \"aud\":[\"sallyport\",\"other\"]          | azp",
                "\"aud\":\"sallyport\"      | \"aud\":\"sallyport\",\"azp\":\"other\"    | azp",
                "\"aud\":\"sallyport\"      | \"aud\":\"sallyport\",\"azp\":null         | azp",
                "\"iss\":\"http             | \"iss\":\"https                            | another issuer",
                "\"exp\":1800000060         | \"exp\":1800000000                         | has ended",
                "\"exp\":1800000060         | \"exp\":1800000060,\"nbf\":1800000061      | not valid yet",
                "\"exp\":1800000060         | \"iat\":1                                  | no end",
                "\"sub\":\"ann\"            | \"sub\":\"\"                               | no subject",
                "\"sub\":\"ann\"            | \"sub\":\"ann\\n2027 admin\"               | no subject",
                "\"sub\":\"ann\"            | \"sub\":7                                  | no subject",
                "\"sub\":\"ann\"            | \"sub\":\"ann\",\"sub\":\"olga\"           | distinct names",
                "\"groups\":[\"sec\"]       | \"groups\":[\"SEC\",\"sec \",\"security\"] | no role",
                "\"groups\":[\"sec\"]       | \"groups\":{\"sec\":true}                  | no role",
                "\"groups\":[\"sec\"]       | \"groups\":[[\"sec\"]]                     | no role",
                "\"groups\":[\"sec\"]       | \"roles\":[\"sec\"]                        | no role",
            })
    void aClaimThatIsNotOfThisLoginIsRefused(String honest, String claimed, String why) {
        assertThat(claims()).contains(honest);
        assertThat(refusal(endWith(signed(claims().replace(honest, claimed))))).contains(why);
    }

    @Test
    void aTokenOfSeveralAudiencesNamesUsAsItsParty() {
        String claims = claims().replace("\"sallyport\"", "[\"x\",\"sallyport\"],\"azp\":\"sallyport\"");
        assertThat(endWith(signed(claims))).isInstanceOf(Ending.LoggedIn.class);
    }

    @Test
    void anAddressThatNobodyVerifiedIsNotShown() {
        for (String more : List.of(
                "\"email\":\"boss@corp.test\",\"email_verified\":false",
                "\"email\":\"boss@corp.test) from 10.0.0.1 (\",\"email_verified\":true",
                "\"email\":\"boss\\u202e@corp.test\"")) {
            assertThat(endWith(signed(claims().replace("\"sub\"", more + ",\"sub\""))))
                    .isEqualTo(new Ending.LoggedIn(new Caller(provider.issuer() + "#ann", Role.SECURITY, "")));
        }
    }

    @Test
    void theHeaderOfATokenChoosesNothing() throws Exception {
        KeyPair own = HostileProvider.pair();
        RSAPublicKey key = HostileProvider.publicKey();
        String pem = "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        String jwk = HostileProvider.jwks("k1", (RSAPublicKey) own.getPublic()).replaceFirst(".*\\[", "");
        for (String token : List.of(
                unsigned("{\"alg\":\"none\"}", claims()) + ".",
                unsigned("{\"alg\":\"none\"}", claims()) + "." + HostileProvider.encoded(new byte[1]),
                mac(pem.getBytes(UTF_8)),
                mac(key.getEncoded()),
                mac("sallyport".getBytes(UTF_8)),
                signed(HEADER, claims(), own.getPrivate()),
                signed(HEADER.replace("k1", "k2"), claims(), own.getPrivate()),
                signed("{\"alg\":\"RS256\",\"jwk\":" + jwk.replace("]}", "") + "}", claims(), own.getPrivate()),
                signed(claims()) + "A",
                "",
                "x".repeat(100_000))) {
            assertThat(endWith(token)).as(token).isInstanceOf(Ending.Refused.class);
        }
    }

    private String mac(byte[] secret) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HMAC"));
        String text = unsigned("{\"alg\":\"HS256\",\"kid\":\"k1\"}", claims());
        return text + "." + HostileProvider.encoded(mac.doFinal(text.getBytes(US_ASCII)));
    }

    @Test
    void newKeysAreAskedForOnceAMinuteAtMost() {
        assertThat(endWith(signed(claims()))).isInstanceOf(Ending.LoggedIn.class);
        KeyPair next = HostileProvider.pair();
        provider.with("/keys", Answer.text(200, HostileProvider.jwks("k2", (RSAPublicKey) next.getPublic())));
        String token = signed(HEADER.replace("k1", "k2"), claims(), next.getPrivate());
        assertThat(endWith(token)).as("the keys are young").isInstanceOf(Ending.Refused.class);
        assertThat(provider.keyCalls()).isEqualTo(1);
        nanos.addAndGet(ProviderClient.KEYS_AGAIN.toNanos());
        assertThat(endWith(token)).isInstanceOf(Ending.LoggedIn.class);
        assertThat(endWith(signed(claims()))).as("a key that was taken back").isInstanceOf(Ending.Refused.class);
        assertThat(provider.keyCalls()).isEqualTo(2);
    }

    @Test
    void anAnswerOfAnotherProviderIsNotRedeemed() throws Exception {
        assertThat(refusal(end(Map.of("code", "c0de", "iss", "https://other.test"))))
                .contains("another provider");
        provider.published(",\"authorization_response_iss_parameter_supported\":true");
        login.close();
        login = open(null);
        provider.redeeming(signed(claims()));
        assertThat(refusal(end(Map.of("code", "c0de")))).contains("another provider");
        assertThat(provider.redeemed()).isEmpty();
        assertThat(end(Map.of("code", "c0de", "iss", provider.issuer()))).isInstanceOf(Ending.LoggedIn.class);
    }

    @Test
    void anErrorIsToldByItsWordAlone() {
        assertThat(refusal(end(Map.of("error", "access_denied", "error_description", "<b>call 555</b>"))))
                .isEqualTo("the provider did not log you in: access_denied");
        assertThat(refusal(end(Map.of("error", "<b>call 555</b>")))).isEqualTo("the provider did not log you in");
        assertThat(refusal(end(Map.of()))).contains("no code");
        assertThat(refusal(end(Map.of("code", "a\r\nHost: evil.test")))).contains("no code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "no JSON",
                "{\"issuer\":\"https://other.test\",\"authorization_endpoint\":\"https://other.test/a\","
                        + "\"token_endpoint\":\"https://other.test/t\",\"jwks_uri\":\"https://other.test/k\"}"
            })
    void aDocumentOfAnotherProviderSendsNobodyAnywhere(String document) {
        provider.with("/.well-known/openid-configuration", Answer.text(200, document));
        assertThat(whole(login.begin(ATTEMPT))).isInstanceOf(Beginning.Unavailable.class);
        assertThat(end(Map.of("code", "c0de"))).isInstanceOf(Ending.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"code_challenge_methods_supported\":[\"plain\"]",
                ",\"code_challenge_methods_supported\":[]",
                ",\"authorization_endpoint\":\"https://evil.test/a\"",
            })
    void aProviderWithoutPkceOrWithTwoAnswersIsNotUsed(String more) {
        provider.published(more);
        assertThat(whole(login.begin(ATTEMPT))).isInstanceOf(Beginning.Unavailable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://id.test/a",
                "javascript:alert(1)",
                "https://id.test/a#b",
                "https://u:p@id.test/",
                "/a",
                ""
            })
    void aBrowserIsSentByHttpsAlone(String address) {
        provider.with(
                "/.well-known/openid-configuration",
                Answer.text(200, provider.document("").replace(provider.issuer() + "/auth", address)));
        assertThat(whole(login.begin(ATTEMPT))).isInstanceOf(Beginning.Unavailable.class);
    }

    @Test
    void hugeStrangeAndMissingAnswersEndALogin() {
        for (Answer answer : List.of(
                new Answer.Sized(1L << 30),
                new Answer.Endless(),
                new Answer.Close(),
                new Answer.Cut(100, "{"),
                new Answer.Raw("SSH-2.0-x\r\n\r\n", true),
                Answer.redirect(provider.issuer() + "/elsewhere"),
                Answer.text(200, "{\"id_token\":7}"),
                Answer.text(500, "{\"id_token\":\"" + signed(claims()) + "\"}"))) {
            provider.with("/token", answer);
            assertThat(end(Map.of("code", "c0de"))).as(answer.toString()).isInstanceOf(Ending.Refused.class);
        }
        for (Answer keys :
                List.of(new Answer.Endless(), Answer.text(200, "{\"keys\":[]}"), Answer.redirect("/elsewhere"))) {
            provider.with("/keys", keys);
            assertThat(endWith(signed(claims()))).isInstanceOf(Ending.Refused.class);
        }
    }

    @Test
    void loginsBeyondThoseThatWaitAreRefusedAtOnce() {
        provider.with("/.well-known/openid-configuration", new Answer.Silence());
        List<CompletionStage<Beginning>> waiting = new ArrayList<>();
        for (int i = 0; i < OpenIdProvider.MAX_WAITING + OpenIdProvider.THREADS; i++) {
            waiting.add(login.begin(ATTEMPT));
        }
        assertThat(whole(login.begin(ATTEMPT)))
                .isEqualTo(new Beginning.Unavailable("too many logins wait for the provider"));
        assertThat(waiting).noneMatch(each -> each.toCompletableFuture().isDone());
    }
}
