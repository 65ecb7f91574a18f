package io.sallyport.proxy.intercept;

import static io.sallyport.proxy.intercept.Names.SB_1;
import static io.sallyport.proxy.intercept.Names.SB_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsClient.Talk;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Handshakes over real sockets with the JDK's client, which checks chain and name, for both providers. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class ServerTlsTest {
    private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

    private final TlsServer server;

    ServerTlsTest(TlsProvider provider) {
        assertThat(provider.isAvailable()).as("%s on this machine", provider).isTrue();
        server = new TlsServer(provider);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void theRightNamePassesInBothVersions() throws Exception {
        var client = new TlsClient(server.newCa(SB_1));
        for (String version : VERSIONS) {
            Talk talk = client.talk(server.address(), "a.test", version);

            assertThat(talk.protocol()).isEqualTo(version);
            assertThat(talk.alpn()).isEqualTo("h2");
            assertThat(talk.leaf().getSubjectAlternativeNames()).containsExactly(List.of(2, "a.test"));
        }
    }

    @Test
    void anotherNameIsRefusedByTheClient() throws Exception {
        var client = new TlsClient(server.newCa(SB_1));

        assertThatThrownBy(() -> client.talk(server.address(), "b.test", "TLSv1.3"))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("b.test");
    }

    /** The JDK's client sends no SNI for an address. */
    @Test
    void anAddressPassesWithoutServerName() throws Exception {
        var client = new TlsClient(server.newCa(SB_1));
        for (String address : List.of("127.0.0.1", "[::1]")) {
            server.be(SB_1, address);

            String literal = address.replace("[", "").replace("]", "");
            assertThat(client.talk(server.address(), literal, "TLSv1.3").protocol())
                    .isEqualTo("TLSv1.3");
        }
    }

    @Test
    void oneContextShowsEachConnectionTheLeafOfItsOwnName() throws Exception {
        var client = new TlsClient(server.newCa(SB_1));
        for (int i = 0; i < 2; i++) {
            for (String name : List.of("a.test", "b.test", "c.test")) {
                server.be(SB_1, name);

                assertThat(client.talk(server.address(), name, "TLSv1.2").leaf().getSubjectAlternativeNames())
                        .containsExactly(List.of(2, name));
            }
        }
    }

    @Test
    void theCaOfOneSandboxNeverServesAnother() throws Exception {
        var client = new TlsClient(server.newCa(SB_1));
        server.newCa(SB_2);
        server.be(SB_2, "a.test");

        assertThatThrownBy(() -> client.talk(server.address(), "a.test", "TLSv1.3"))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void aSessionResumesAtItsOwnSandboxOnly() throws Exception {
        SandboxCa one = server.newCa(SB_1);
        SandboxCa other = server.newCa(SB_2);
        for (String version : VERSIONS) {
            var client = new TlsClient(one, other);
            server.be(SB_1, "a.test");
            client.talk(server.address(), "a.test", version);
            client.talk(server.address(), "a.test", version);
            assertThat(client.certificatesSeen()).as("%s resumes", version).isEqualTo(1);

            server.be(SB_2, "a.test");
            client.talk(server.address(), "a.test", version);
            assertThat(client.certificatesSeen()).as("%s elsewhere", version).isEqualTo(2);
        }
    }

    @Test
    void aRecreatedSandboxHasNothingOfTheOldOne() throws Exception {
        SandboxCa old = server.newCa(SB_1);
        var client = new TlsClient(old);
        client.talk(server.address(), "a.test", "TLSv1.3");

        SandboxCa next = server.newCa(SB_1);
        server.tls.forget(SB_1);

        assertThatThrownBy(() -> client.talk(server.address(), "a.test", "TLSv1.3"))
                .isInstanceOf(SSLException.class);
        assertThat(new TlsClient(next)
                        .talk(server.address(), "a.test", "TLSv1.3")
                        .leaf()
                        .getIssuerX500Principal())
                .isEqualTo(next.certificate().getSubjectX500Principal());
    }

    @Test
    void aSandboxWithoutCaIsRefused() throws Exception {
        var client = new TlsClient(Names.ca(SB_2));

        assertThatThrownBy(() -> client.talk(server.address(), "a.test", "TLSv1.3"))
                .isInstanceOf(IOException.class);
        assertThat(server.failures.poll(20, TimeUnit.SECONDS))
                .extracting(PreparedTls.Failed::reason)
                .isEqualTo(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void aConnectionOutlivesWhatWasForgotten() throws Exception {
        var client = new TlsClient(server.newCa(SB_1));

        Talk talk = client.talk(server.address(), "a.test", "TLSv1.3", () -> server.tls.forget(SB_1));

        assertThat(talk.protocol()).isEqualTo("TLSv1.3");
    }

    /** On two event loops; the leak watch of all tests detects a key that is not released. */
    @Test
    void firstHandshakesAtOnceKeepNoKey() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 100; round++) {
                var client = new TlsClient(server.newCa(SB_1));
                server.tls.forget(SB_1);
                Callable<Talk> talk = () -> client.talk(server.address(), "a.test", "TLSv1.3");
                for (Future<Talk> talked : threads.invokeAll(List.of(talk, talk))) {
                    assertThat(talked.get().protocol()).isEqualTo("TLSv1.3");
                }
            }
        }
    }

    @Test
    void aForgottenContextMakesNoMoreHandlers() throws Exception {
        server.newCa(SB_1);
        var ready = (PreparedTls.Ready) server.prepare(SB_1, "a.test").get(20, TimeUnit.SECONDS);
        server.tls.forget(SB_1);

        assertThatThrownBy(() -> ready.tls().newHandler(ByteBufAllocator.DEFAULT))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyVersionsOfTodayAreSpoken() throws Exception {
        server.newCa(SB_1);
        var ready = (PreparedTls.Ready) server.prepare(SB_1, "a.test").get(20, TimeUnit.SECONDS);
        SSLEngine engine = ready.tls().newHandler(ByteBufAllocator.DEFAULT).engine();
        try {
            assertThat(engine.getEnabledProtocols())
                    .contains("TLSv1.2", "TLSv1.3")
                    .isSubsetOf("TLSv1.2", "TLSv1.3", "SSLv2Hello"); // the format of a hello, not a version
        } finally {
            ReferenceCountUtil.release(engine);
        }
    }
}
