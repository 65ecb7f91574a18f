package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.AdminTokens.Token;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.admin.proxy.ProxyVariables;
import io.sallyport.control.calls.Control;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {
    private static final String PROXY = "http://127.0.0.1:3128";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void offLoopbackWithoutTlsDoesNotStart(String address) {
        assertThatThrownBy(() -> AdminSettings.of(new InetSocketAddress(address, 0), ProxyUrls.of(PROXY)))
                .hasMessageContaining("no TLS is configured");
    }

    @Test
    void aNameThatWasNotResolvedDoesNotStart() {
        assertThatThrownBy(
                        () -> AdminSettings.of(InetSocketAddress.createUnresolved("localhost", 0), ProxyUrls.of(PROXY)))
                .hasMessageContaining("not a loopback address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1:3128", "http://user:secret@127.0.0.1:3128", "http://h/", "socks5://h:1"})
    void theProxyUrlIsBare(String url) {
        assertThatThrownBy(() -> ProxyUrls.of(url)).hasMessageStartingWith("proxyUrl: ");
    }

    @Test
    void aPortInUseIsSaidSo() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            AdminSettings taken = AdminSettings.of(fixture.server.address(), ProxyUrls.of(PROXY));
            assertThatThrownBy(() -> AdminServer.start(
                            taken,
                            new AdminParts(
                                    fixture.control,
                                    fixture.past,
                                    fixture.leases,
                                    fixture.skills,
                                    fixture.workspaces,
                                    fixture.approvals,
                                    fixture.trials,
                                    fixture.replays,
                                    fixture.candidates,
                                    AdminTokens.of(List.of()),
                                    fixture.audit,
                                    fixture.audit,
                                    null,
                                    _ -> "",
                                    List::of,
                                    fixture.clock,
                                    fixture.clock,
                                    fixture.sandboxes,
                                    fixture.desk(),
                                    fixture.asks,
                                    RecordingHistory::tunnels,
                                    List::of,
                                    List::of,
                                    List.of(),
                                    null),
                            new ListeningSockets()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("admin.listen: cannot listen on");
        }
    }

    @Test
    void tokensAreFoundByDigestOnly() {
        var tokens = AdminTokens.of(List.of(
                new Token("a", Role.OPERATOR, Sha256.hexOf("first")),
                new Token("b", Role.READER, Sha256.hexOf("second"))));
        assertThat(tokens.find("second")).isEqualTo(new AdminTokens.Caller("b", Role.READER));
        assertThat(tokens.find("third")).isNull();
        assertThat(tokens.find(Sha256.hexOf("first"))).isNull();
        assertThat(AdminTokens.of(List.of()).find("")).isNull();
        assertThatThrownBy(() -> new Token("a", Role.READER, "first")).hasMessageNotContaining("first\"");
    }

    @Test
    void proxyVariablesEscapeWhatAUrlWouldRead() {
        var tokens = new Control.Tokens("a/b@c:d e", "f", SandboxPlaceholders.NONE);
        var id = new SandboxId("sb_1.x");
        assertThat(ProxyVariables.of(PROXY, null, id, tokens))
                .containsEntry("HTTPS_PROXY", "http://sb_1.x:a%2Fb%40c%3Ad%20e@127.0.0.1:3128")
                .doesNotContainKey("FULLSEND_FETCH_TOKEN");
        assertThat(ProxyVariables.of(PROXY, "http://127.0.0.1:3130/fetch", id, tokens))
                .containsEntry("FULLSEND_FETCH_URL", "http://127.0.0.1:3130/fetch")
                .containsEntry("FULLSEND_FETCH_TOKEN", "f");
    }

    @Test
    void variablesOfSocksNameNoProxyForHttp() {
        var tokens = new Control.Tokens("t", "f", SandboxPlaceholders.NONE);
        assertThat(ProxyVariables.of("socks5h://127.0.0.1:1080", null, new SandboxId("sb-1"), tokens))
                .containsEntry("ALL_PROXY", "socks5h://sb-1:t@127.0.0.1:1080")
                .containsEntry("all_proxy", "socks5h://sb-1:t@127.0.0.1:1080")
                .doesNotContainKeys("HTTP_PROXY", "https_proxy");
    }

    @ParameterizedTest
    @CsvSource({
        "http://sallyport.internal/fetch, ''",
        "http://127.0.0.1:3130/fetch, ''",
        "http://192.0.2.7:3130/fetch, ',192.0.2.7'",
        "https://Gate.Corp.example/fetch, ',gate.corp.example'",
        "'http://[2001:DB8::7]:3130/fetch', ',2001:db8::7'"
    })
    void aFetchEndpointThatTheProxyDoesNotDialIsReachedWithoutIt(String fetchUrl, String more) {
        var tokens = new Control.Tokens("t", "f", SandboxPlaceholders.NONE);
        assertThat(ProxyVariables.of(PROXY, fetchUrl, new SandboxId("sb-1"), tokens))
                .containsEntry("NO_PROXY", "localhost,127.0.0.1,::1" + more)
                .containsEntry("no_proxy", "localhost,127.0.0.1,::1" + more);
    }

    @Test
    void limitsArePositive() {
        assertThatThrownBy(() -> {
                    AdminLimits ok = AdminLimits.DEFAULTS;
                    new AdminLimits(
                            ok.maxTargetBytes(),
                            ok.maxHeadBytes(),
                            ok.maxHeaders(),
                            0,
                            ok.maxBodiesBytes(),
                            ok.maxConnections(),
                            ok.maxStreams(),
                            ok.headTimeout(),
                            ok.bodyTimeout(),
                            ok.writeTimeout(),
                            ok.heartbeat());
                })
                .hasMessage("maxBodyBytes: 0 (expected: > 0)");
    }

    @Test
    void aPersonIsTheProvidersSubjectAndNeverAToken() {
        Caller ann = Caller.ofPerson("https://id.test", "ann", "ann@corp.test", Role.SECURITY);
        Caller elsewhere = Caller.ofPerson("https://id.test.evil", "ann", "ann@corp.test", Role.SECURITY);
        assertThat(ann.name()).isEqualTo("https://id.test#ann").isNotEqualTo(elsewhere.name());
        assertThat(ann.recorded()).isEqualTo("person https://id.test#ann (ann@corp.test)");
        assertThat(Caller.ofPerson("https://id.test", "ann", "", Role.READER).shown())
                .isEqualTo("https://id.test#ann");
        assertThat(new Caller("ann.token", Role.READER).recorded()).isEqualTo("token ann.token");
        AdminTokens tokens = AdminTokens.of(List.of());
        assertThat(tokens.anyMay(ann.name(), Permission.CHANGE_GUARDRAILS)).isFalse();
        AdminTokens beside = tokens.beside("https://id.test");
        assertThat(beside.anyMay(ann.name(), Permission.CHANGE_GUARDRAILS)).isTrue();
        assertThat(beside.anyMay(elsewhere.name(), Permission.CHANGE_GUARDRAILS))
                .isFalse();
        assertThat(beside.anyMay(null, Permission.CHANGE_GUARDRAILS)).isFalse();
        assertThat(beside.find("https://id.test#ann")).isNull();
    }
}
