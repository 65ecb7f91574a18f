package io.sallyport.proxy.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.support.TestSandboxes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyCredentialsTest {
    private final TestSandboxes sandboxes = new TestSandboxes();
    private final Sandbox first = sandboxes.add("sb-1", TestSandboxes.hosts());
    private final Sandbox second = sandboxes.add("sb-2", TestSandboxes.hosts());
    private final Identities identities =
            new Identities(List.of(new ProxyCredentials(sandboxes, new WrongTokens(GuessLimits.DEFAULT, () -> 0))));

    private Identity identify(String... values) {
        String[] pairs = new String[values.length * 2];
        for (int i = 0; i < values.length; i++) {
            pairs[i * 2] = "proxy-authorization";
            pairs[i * 2 + 1] = values[i];
        }
        return identities.identify(HeaderFields.of(pairs), Peer.ANYBODY);
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void knowsASandboxByBasicAndByBearer() {
        assertThat(identify(basic("sb-1:token-sb-1"))).isEqualTo(new Identity.Known(first, IdentityKind.TOKEN));
        assertThat(identify("bAsIc  " + basic("sb-2:token-sb-2").substring(6)))
                .isEqualTo(new Identity.Known(second, IdentityKind.TOKEN));
        assertThat(identify("Bearer token-sb-2")).isEqualTo(new Identity.Known(second, IdentityKind.TOKEN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic",
                "Basic ",
                "Basic !!!",
                "Basic c2ItMQ==",
                "Bearer",
                "Bearer ",
                "Bearer wrong",
                "Digest x",
                "token-sb-1",
                ""
            })
    void knowsNobodyByAnythingElse(String value) {
        assertThat(identify(value))
                .isInstanceOfSatisfying(
                        Identity.Unknown.class,
                        unknown -> assertThat(unknown.reason()).isEqualTo(ReasonCode.NO_IDENTITY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sb-1:token-sb-2",
                "sb-2:token-sb-1",
                "sb-1:",
                "sb-3:token-sb-1",
                ":token-sb-1",
                "../x:token-sb-1"
            })
    void aTokenFailsForEveryOtherSandbox(String pair) {
        assertThat(identify(basic(pair))).isInstanceOf(Identity.Unknown.class);
    }

    @Test
    void twoCredentialsAreAConflictThoughBothAreRight() {
        String right = basic("sb-1:token-sb-1");
        assertThat(identify(right, right))
                .isInstanceOfSatisfying(
                        Identity.Unknown.class,
                        unknown -> assertThat(unknown.reason()).isEqualTo(ReasonCode.IDENTITY_CONFLICT));
    }

    @Test
    void evidenceOfTwoKindsMustAgree() {
        var both = new Identities(List.of(
                new OwnPort(sandboxes),
                new ProxyCredentials(sandboxes, new WrongTokens(GuessLimits.DEFAULT, () -> 0))));
        var port = new Peer(second.id(), null, ListenerProtocol.HTTP, ClientCertificate.NONE);
        HeaderFields one = HeaderFields.of("Proxy-Authorization", basic("sb-1:token-sb-1"));
        HeaderFields two = HeaderFields.of("Proxy-Authorization", basic("sb-2:token-sb-2"));
        HeaderFields wrong = HeaderFields.of("Proxy-Authorization", basic("sb-2:guess"));
        assertThat(both.identify(two, port)).isEqualTo(new Identity.Known(second, IdentityKind.TOKEN));
        assertThat(both.identify(HeaderFields.NONE, port)).isEqualTo(new Identity.Known(second, IdentityKind.PORT));
        for (HeaderFields disagreeing : List.of(one, wrong)) {
            assertThat(both.identify(disagreeing, port))
                    .isInstanceOfSatisfying(
                            Identity.Unknown.class,
                            unknown -> assertThat(unknown.reason()).isEqualTo(ReasonCode.IDENTITY_CONFLICT));
        }
    }

    @Test
    void thePortOfASandboxThatIsNotThereNamesNobodyEvenBesideCredentials() {
        var both = new Identities(List.of(
                new OwnPort(sandboxes),
                new ProxyCredentials(sandboxes, new WrongTokens(GuessLimits.DEFAULT, () -> 0))));
        var port = new Peer(new SandboxId("sb-9"), null, ListenerProtocol.HTTP, ClientCertificate.NONE);
        for (HeaderFields fields :
                List.of(HeaderFields.NONE, HeaderFields.of("Proxy-Authorization", basic("sb-1:token-sb-1")))) {
            assertThat(both.identify(fields, port))
                    .isInstanceOfSatisfying(
                            Identity.Unknown.class,
                            unknown -> assertThat(unknown.reason()).isEqualTo(ReasonCode.NO_IDENTITY));
        }
    }

    @Test
    void aRemovedSandboxIsNobody() {
        sandboxes.remove("sb-1");
        assertThat(identify(basic("sb-1:token-sb-1"))).isInstanceOf(Identity.Unknown.class);
        assertThat(identify("Bearer token-sb-1")).isInstanceOf(Identity.Unknown.class);
    }
}
