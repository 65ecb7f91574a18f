package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.key.TokenSeal;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against an endpoint that replaces the refresh token each time, and takes none twice. */
@Timeout(60)
class RefreshTokenGrantTest {
    private static final String KEY = "0123456789abcdef0123456789abcdef";

    private final LocalNetwork network = new LocalNetwork();
    private final Map<String, String> environment =
            new HashMap<>(Map.of("CLIENT_SECRET", "s3cret", "FIRST", "refresh-0", "KEY", KEY));
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private int refreshes; // of the event loop of the endpoint

    @TempDir
    private Path folder;

    private final Origin endpoint = Origin.plain(this::answer);

    @AfterEach
    void close() {
        endpoint.close();
        network.close();
    }

    private Answer answer(ReceivedRequest request) {
        boolean isCurrent = request.body().text().contains("refresh_token=refresh-" + refreshes + "&")
                || request.body().text().contains("refresh_token=consent-2&");
        if (request.target().equals("/in-the-way")) {
            block();
        }
        if (!isCurrent) {
            return Answer.text(400, "{\"error\":\"invalid_grant\"}");
        }
        refreshes++;
        var answer = Answer.text(
                200,
                "{\"access_token\":\"access-" + refreshes + "\",\"token_type\":\"bearer\",\"expires_in\":60,"
                        + "\"refresh_token\":\"refresh-" + refreshes + "\"}");
        return request.target().equals("/slow")
                ? new Answer.Later(() -> {
                    mayAnswer.await();
                    return answer;
                })
                : answer;
    }

    private void block() {
        try {
            Files.createDirectories(folder.resolve("google.token.new").resolve("in-the-way"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private RefreshTokenGrant source(String path) {
        var client = accepted(OAuthClient.of(
                "http://" + endpoint.hostPort() + path,
                List.of(),
                "ci",
                accepted(EnvironmentVariables.of("CLIENT_SECRET")),
                ClientAuthentication.BODY));
        return accepted(RefreshTokenGrant.of(
                client,
                accepted(EnvironmentVariables.of("FIRST")),
                accepted(RefreshTokenFile.of(folder.toString(), "google")),
                accepted(EnvironmentVariables.of("KEY")),
                Map.of()));
    }

    private SecretFetch fetch() {
        return source("/token").fetch(network.context(environment));
    }

    private Path stored() {
        return folder.resolve("google.token");
    }

    @Test
    void eachRefreshUsesTheTokenOfTheLast() {
        assertThat(texts(fetch())).isEqualTo(Map.of("value", "access-1"));
        assertThat(texts(fetch())).isEqualTo(Map.of("value", "access-2"));
        assertThat(texts(fetch())).isEqualTo(Map.of("value", "access-3"));
    }

    @Test
    void theStoredTokenIsSealedAndItsOwnersAlone() throws IOException {
        texts(fetch());
        assertThat(Files.readString(stored(), ISO_8859_1)).startsWith("SPT1").doesNotContain("refresh");
        assertThat(Files.getPosixFilePermissions(stored())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("google.token", "google.lock");
    }

    @Test
    void aFileThatWasChangedOrSealedOtherwiseIsLeftAsItIs() throws IOException {
        texts(fetch());
        byte[] sealed = Files.readAllBytes(stored());
        environment.put("KEY", KEY.toUpperCase(Locale.ROOT));
        assertThat(reason(fetch(), "refresh-")).endsWith("it does not open with this key, client and endpoint");
        environment.put("KEY", KEY);
        assertThat(reason(source("/other").fetch(network.context(environment)), "refresh-"))
                .contains("does not open");
        assertThat(Files.readAllBytes(stored())).isEqualTo(sealed);
        sealed[sealed.length - 1] ^= 1;
        Files.write(stored(), sealed);
        assertThat(reason(fetch(), "refresh-")).contains("does not open");
        Files.writeString(stored(), "SPT1");
        assertThat(reason(fetch(), "refresh-")).contains("does not open");
        assertThat(endpoint.received()).hasSize(1);
    }

    @Test
    void aNewConsentReplacesTheStoredToken() {
        texts(fetch());
        environment.put("FIRST", "consent-2");
        assertThat(texts(fetch())).isEqualTo(Map.of("value", "access-2"));
        assertThat(texts(fetch())).isEqualTo(Map.of("value", "access-3"));
    }

    @Test
    void aTokenThatWasTakenBackIsSaid() {
        environment.put("FIRST", "stolen");
        assertThat(reason(fetch(), "stolen")).endsWith("/token answered with status 400: invalid_grant");
    }

    @Test
    void nothingIsAskedBeforeTheFolderCanBeWritten() throws IOException {
        Files.createDirectories(folder.resolve("google.token.new").resolve("in-the-way"));
        assertThat(reason(fetch(), "refresh-")).startsWith(stored() + ": ");
        assertThat(endpoint.received()).isEmpty();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
        assertThat(reason(fetch(), "refresh-")).endsWith("its folder may be written by its group or others");
    }

    @Test
    void thereIsOneOwnerOfARefreshToken() {
        RefreshTokenGrant slow = source("/slow");
        var first = new CompletableFuture<SecretFetch>();
        Thread.ofVirtual().start(() -> first.complete(slow.fetch(network.context(environment))));
        endpoint.awaitReceived(1, Duration.ofSeconds(30));
        assertThat(reason(slow.fetch(network.context(environment)), "refresh-"))
                .endsWith("is in use by another process or source");
        mayAnswer.countDown();
        assertThat(texts(first.join())).isEqualTo(Map.of("value", "access-1"));
        assertThat(texts(slow.fetch(network.context(environment)))).isEqualTo(Map.of("value", "access-2"));
    }

    @Test
    void theLockOfAnotherProcessHolds() throws IOException {
        texts(fetch());
        String script = "exec 9>" + folder.resolve("google.lock") + "; exec python3 -c 'import fcntl; "
                + "fcntl.lockf(9, fcntl.LOCK_EX); print(1, flush=True); input()'";
        RequireTool.require("python3");
        Process other = new ProcessBuilder("sh", "-c", script).start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('1');
            assertThat(reason(fetch(), "refresh-")).endsWith("is in use by another process or source");
        } finally {
            other.destroy();
            other.onExit().join();
        }
        assertThat(texts(fetch())).isEqualTo(Map.of("value", "access-2"));
    }

    @Test
    void aTokenIsStoredThoughItsAccessTokenIsUnfit() {
        try (Origin odd =
                Origin.plain(_ -> Answer.text(200, "{\"token_type\":\"mac\",\"refresh_token\":\"refresh-7\"}"))) {
            var client = accepted(OAuthClient.of(
                    "http://" + odd.hostPort() + "/token",
                    List.of(),
                    "ci",
                    accepted(EnvironmentVariables.of("CLIENT_SECRET")),
                    ClientAuthentication.BODY));
            RefreshTokenGrant like = source("/token");
            var source = new RefreshTokenGrant(client, like.first(), like.file(), like.key(), Map.of());
            assertThat(reason(source.fetch(network.context(environment)), "refresh-"))
                    .contains("no bearer token");
            assertThat(reason(source.fetch(network.context(environment)), "refresh-"))
                    .contains("no bearer token");
            assertThat(odd.received().getLast().body().text()).contains("refresh_token=refresh-7&");
        }
    }

    @Test
    void aPublicClientShowsItsIdAlone() {
        var client = accepted(OAuthClient.ofPublic("http://" + endpoint.hostPort() + "/token", List.of(), "cli"));
        RefreshTokenGrant like = source("/token");
        var source = new RefreshTokenGrant(client, like.first(), like.file(), like.key(), Map.of());
        assertThat(texts(source.fetch(network.context(environment)))).isEqualTo(Map.of("value", "access-1"));
        assertThat(endpoint.received().getFirst().body().text())
                .isEqualTo("grant_type=refresh_token&refresh_token=refresh-0&client_id=cli");
        assertThat(endpoint.received().getFirst().header("Authorization")).isNull();
    }

    @Test
    void anInterruptedThreadStillStoresItsToken() throws IOException {
        var seal = accepted(TokenSeal.of(KEY, "test"));
        var place = accepted(RefreshTokenFile.of(folder.toString(), "google"));
        var token = StoredRefreshToken.of("refresh-0", "refresh-9");
        try (RefreshTokenOwner owner = Objects.requireNonNull(place.own())) {
            Thread.currentThread().interrupt();
            owner.write(token, seal);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(owner.read(seal)).isEqualTo(token);
        }
    }

    @Test
    void anAccessTokenIsNotUsedWhoseRefreshTokenCannotBeStored() {
        assertThat(reason(source("/in-the-way").fetch(network.context(environment)), "access-1"))
                .contains("google.token: the new refresh token is lost: ");
    }

    @Test
    void aShortKeySealsNothing() {
        environment.put("KEY", "short");
        assertThat(reason(fetch(), "short")).isEqualTo("a key that seals refresh tokens has at least 32 bytes");
        assertThat(endpoint.received()).isEmpty();
    }

    @Test
    void anEndComesWithTheToken() {
        SecretFetch fetch = fetch();
        assertThat(((Fetched) fetch).end()).isEqualTo(Fetching.NOW.plusSeconds(60));
        texts(fetch);
    }

    @Test
    void settingsAreChecked() {
        assertThat(why(RefreshTokenFile.of("tokens", "a"))).contains("absolute");
        assertThat(why(RefreshTokenFile.of("/tokens", "../a"))).startsWith("the name of a refresh token");
    }
}
