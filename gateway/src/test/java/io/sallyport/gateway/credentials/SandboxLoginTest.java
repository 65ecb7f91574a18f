package io.sallyport.gateway.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.provider.LoginSettings;
import io.sallyport.control.calls.LoginReport;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.BoundEndpoint;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.EndpointBinding;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is kept of the answers to one login, and how much. */
class SandboxLoginTest {
    private static final LoginSettings SETTINGS = new LoginSettings(
            "cloud",
            endpoint("https://id.test/token"),
            new EndpointBinding(List.of(endpoint("https://api.test")), Set.of()),
            true);

    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    private static BoundEndpoint endpoint(String text) {
        return ((Parsed.Accepted<BoundEndpoint>) BoundEndpoint.read(text)).value();
    }

    private static SandboxLogin login(TokenSpace space) {
        return new SandboxLogin(
                SETTINGS, member -> Arrays.copyOf(member.getBytes(StandardCharsets.UTF_8), 32), space, () -> NOW);
    }

    private static String answer(int chars) {
        return "{\"access_token\":\"" + "x".repeat(chars) + "\"}";
    }

    private static void refused(SandboxLogin login, String answer) {
        assertThat(login.keep(answer)).isInstanceOf(Parsed.Rejected.class);
    }

    private static void kept(SandboxLogin login, String answer) {
        assertThat(login.keep(answer))
                .isInstanceOfSatisfying(
                        Parsed.Accepted.class,
                        shown -> assertThat(shown.value().toString()).contains("SallyportPlaceholderId"));
    }

    @Test
    void ofAllSandboxesAsMuchIsHeldAsThereIsRoomFor() {
        var space = new TokenSpace(100);
        SandboxLogin first = login(space);
        SandboxLogin second = login(space);
        kept(first, answer(60));
        refused(second, answer(41));
        kept(second, answer(40));
        kept(first, answer(50));
        refused(second, answer(51));
        first.end();
        kept(second, answer(100));
        second.end();
        assertThat(space.take(100)).isTrue();
    }

    @Test
    void ofOneLoginNotMoreIsHeldThanItsBound() {
        var space = new TokenSpace(1 << 20);
        SandboxLogin login = login(space);
        String most = "x".repeat(8_192);
        kept(login, "{\"access_token\":\"" + most + "\",\"refresh_token\":\"" + most + "\"}");
        refused(login, "{\"id_token\":\"12345678\"}");
        refused(login, answer(8_193));
    }

    @Test
    void whatEndedKeepsAndHasNothing() {
        SandboxLogin login = login(new TokenSpace(1_000));
        kept(login, answer(60));
        login.end();
        refused(login, answer(60));
        assertThat(login.credentials())
                .extracting(credential -> credential.source().get())
                .allMatch(CredentialValue.Unset.class::isInstance);
    }

    @Test
    void anAnswerThatIsRefusedChangesNothing() {
        SandboxLogin login = login(new TokenSpace(100));
        kept(login, answer(60));
        refused(login, "{\"access_token\":\"" + "y".repeat(60) + "\",\"refresh_token\":\"" + "z".repeat(60) + "\"}");
        CredentialValue now = login.credentials().getFirst().source().get();
        assertThat(now)
                .isInstanceOfSatisfying(
                        CredentialValue.Known.class,
                        known -> assertThat(known.text()).isEqualTo("x".repeat(60)));
    }

    @Test
    void eachTokenIsReportedWithWhereItMayGoAndItsEnd() {
        SandboxLogin login = login(new TokenSpace(1_000));
        var sandbox = new SandboxId("sb-1");
        assertThat(login.reports(sandbox)).isEmpty();
        kept(login, "{\"access_token\":\"" + "x".repeat(60) + "\",\"expires_in\":60,\"id_token\":\"idididid\"}");
        assertThat(login.reports(sandbox))
                .containsExactly(
                        new LoginReport(
                                "cloud", "sb-1", "access_token", List.of("https://api.test"), NOW.plusSeconds(60)),
                        new LoginReport("cloud", "sb-1", "id_token", List.of("https://id.test/token"), null));
        kept(login, "{\"refresh_token\":\"rrrrrrrr\",\"expires_in\":10}");
        assertThat(login.reports(sandbox).getFirst().end()).isEqualTo(NOW.plusSeconds(60));
        kept(login, answer(60));
        assertThat(login.reports(sandbox).getFirst().end()).isNull();
        login.end();
        assertThat(login.reports(sandbox)).isEmpty();
    }

    @Test
    void tokensAreShownByNothingThatHoldsThem() {
        SandboxLogin login = login(new TokenSpace(100));
        kept(login, answer(60));
        for (Credential credential : login.credentials()) {
            assertThat(credential + " " + credential.source().get()).doesNotContain("xxx");
        }
    }
}
