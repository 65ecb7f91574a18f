package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.Cidr;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real curl, and Node for HTTP/2, to a listener for TLS: with credentials, and with client certificates that must name
 * one sandbox.
 */
class TlsListenerTest {
    /** Opens three tunnels on one connection: to HTTP/2 inside, to an opaque target, and to nowhere. */
    private static final String NODE = """
            const http2 = require('http2'), tls = require('tls'), fs = require('fs');
            const [port, host] = [process.argv[2], '127.0.0.1'];
            const basic = 'Basic ' + Buffer.from('sb-1:token-sb-1').toString('base64');
            const proxy = http2.connect(`https://${host}:${port}`, {ca: fs.readFileSync('ca.pem')});
            const all = stream => new Promise((done, fail) => {
              let text = '';
              stream.setEncoding('utf8').on('data', part => text += part);
              stream.on('end', () => done(text)).on('error', fail);
            });
            const connect = authority => new Promise((done, fail) => {
              const fields = {':method': 'CONNECT', ':authority': authority, 'proxy-authorization': basic};
              const stream = proxy.request(fields);
              stream.on('response', head => done([head[':status'], stream])).on('error', fail);
            });
            const secured = (stream, servername, ca, protocols) => new Promise((done, fail) => {
              const options = {socket: stream, servername, ca: fs.readFileSync(ca), ALPNProtocols: protocols};
              const socket = tls.connect(options, () => done(socket)).on('error', fail);
            });
            (async () => {
              const [, opened] = await connect('a.test:443');
              const socket = await secured(opened, 'a.test', 'sb-1.pem', ['h2']);
              const inside = http2.connect('https://a.test', {createConnection: () => socket});
              console.log('inside', socket.alpnProtocol, await all(inside.request({':path': '/inside'}).end()));
              const [, opaque] = await connect('opaque.test:443');
              const plain = await secured(opaque, 'opaque.test', 'ca.pem', ['http/1.1']);
              plain.write('GET /opaque HTTP/1.1\\r\\nHost: opaque.test\\r\\nConnection: close\\r\\n\\r\\n');
              console.log('opaque', await all(plain));
              const [status, refused] = await connect('nowhere.test:443');
              console.log('refused', status, await all(refused));
              process.exit(0);
            })();
            """;

    private static final Obligations INSPECT = new Obligations(true, Set.of(), null, Set.of());

    @TempDir
    Path folder;

    private final TestCa ca = TestCa.create("Test CA", InstantSource.system());
    private final TestCa clients = TestCa.create("Clients CA", InstantSource.system());
    private final Origin web = Origin.plain(Answer::echo);
    private final Origin secure = Origin.tls(ca.leaf("a.test", "opaque.test"), Answer::echo);
    private ListenerTls tls;
    private InterceptingGateway gateway;

    @BeforeEach
    void start() throws IOException {
        start(TlsProvider.preferred(), true);
    }

    private void start(TlsProvider provider, boolean http2) throws IOException {
        Files.writeString(folder.resolve("ca.pem"), ca.pem());
        Files.writeString(folder.resolve("clients.pem"), clients.pem());
        write("listener", ca.leaf("127.0.0.1"));
        tls = ListenerTls.open(
                new ListenerTls.Files(
                        folder.resolve("listener.pem"), folder.resolve("listener.key"), folder.resolve("clients.pem")),
                provider,
                http2);
        gateway = new InterceptingGateway(
                provider,
                ca,
                Map.of("a.test:80", at(web), "a.test:443", at(secure), "opaque.test:443", at(secure)),
                ProxyLimits.DEFAULT,
                ListenAddress.secured(InterceptingGateway.ANY_PORT, tls));
        gateway.add("sb-1", TlsListenerTest::judge);
        gateway.add("sb-2", TestSandboxes.hosts());
    }

    private static Decision judge(CanonicalRequest request) {
        boolean isTunnel = request.kind() == RequestKind.CONNECT;
        return switch (request.host().text()) {
            case "a.test" -> TestSandboxes.allow(isTunnel ? INSPECT : Obligations.NONE);
            case "opaque.test" -> TestSandboxes.allow(Obligations.NONE);
            default -> Decision.Deny.of(ReasonCode.NO_GRANT);
        };
    }

    private static String at(Origin origin) {
        return "127.0.0.1:" + origin.address().getPort();
    }

    private void write(String name, TestCa.Leaf leaf) throws IOException {
        Files.writeString(folder.resolve(name + ".pem"), leaf.chainPem());
        Files.writeString(folder.resolve(name + ".key"), leaf.keyPem());
    }

    @AfterEach
    void close() {
        gateway.close();
        tls.close();
        web.close();
        secure.close();
    }

    private Client.Ended curl(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                RequireTool.require("curl").toString(),
                "-sS",
                "-i",
                "--proxy-cacert",
                "ca.pem",
                "-x",
                "https://127.0.0.1:" + gateway.address().getPort()));
        command.addAll(List.of(arguments));
        return Client.run(folder, Map.of(), Duration.ofSeconds(20), command);
    }

    private Client.Ended certified(TestCa.Leaf leaf, String... arguments) throws IOException {
        write("client", leaf);
        List<String> all = new ArrayList<>(List.of("--proxy-cert", "client.pem", "--proxy-key", "client.key"));
        all.addAll(List.of(arguments));
        return curl(all.toArray(String[]::new));
    }

    @Test
    void credentialsAreEnoughAndNeeded() {
        assertThat(curl("-U", "sb-1:token-sb-1", "http://a.test/x").out()).contains("GET /x");
        assertThat(curl("http://a.test/x").out()).startsWith("HTTP/1.1 407");
    }

    @ParameterizedTest
    @EnumSource(TlsProvider.class)
    void aCertificateNamesItsSandbox(TlsProvider provider) throws IOException {
        gateway.close();
        tls.close();
        start(provider, true);
        var ended = certified(clients.clientLeaf("sallyport:sandbox:sb-1"), "http://a.test/x", "http://a.test/y");
        assertThat(ended.out()).contains("GET /x").contains("GET /y");
        assertThat(gateway.audit.await(1).sandbox()).isEqualTo("sb-1");
    }

    @Test
    void anOpaqueTunnelIsCarriedInsideTheListenersTls() throws IOException {
        var ended = certified(
                clients.clientLeaf("sallyport:sandbox:sb-1"), "--cacert", "ca.pem", "https://opaque.test/inside");
        assertThat(ended.out()).contains("GET /inside");
    }

    @Test
    void anInspectedTunnelIsOpenedInsideTheListenersTls() throws IOException {
        Files.writeString(folder.resolve("sb-1.pem"), gateway.caOf("sb-1").certificatePem());
        var ended = certified(
                clients.clientLeaf("sallyport:sandbox:sb-1"), "--cacert", "sb-1.pem", "https://a.test/inside");
        assertThat(ended.out()).contains("GET /inside").contains("Via: ");
    }

    @Test
    void nodeOpensTunnelsOnStreams() throws IOException {
        Files.writeString(folder.resolve("sb-1.pem"), gateway.caOf("sb-1").certificatePem());
        Files.writeString(folder.resolve("tunnels.js"), NODE);
        String node = RequireTool.require("node").toString();
        String port = Integer.toString(gateway.address().getPort());
        var ended = Client.run(folder, Map.of(), Duration.ofSeconds(20), List.of(node, "tunnels.js", port));
        assertThat(ended.out())
                .contains("inside h2 GET /inside", "opaque HTTP/1.1 200", "GET /opaque")
                .contains("refused 403", "\"reason\":\"no_grant\"");
    }

    @Test
    void evidenceThatDisagreesNamesNobody() throws IOException {
        var ended = certified(clients.clientLeaf("sallyport:sandbox:sb-1"), "-U", "sb-2:token-sb-2", "http://a.test/x");
        assertThat(ended.out()).startsWith("HTTP/1.1 407 Denied: identity_conflict");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sb-1",
                "sallyport:sandbox:sb-9",
                "sallyport:sandbox:",
                "sallyport:sandbox:sb-1/",
                "sallyport:sb-1",
                "sallyport:sandbox:sb-1 sallyport:sandbox:sb-1",
                "sallyport:sandbox:sb-1 sb-1"
            })
    void aCertificateWithoutExactlyOneNameOfASandboxNamesNobody(String names) throws IOException {
        String[] all = names.isEmpty() ? new String[0] : names.split(" ", -1);
        assertThat(certified(clients.clientLeaf(all), "http://a.test/x").out())
                .startsWith("HTTP/1.1 407 Denied: no_identity");
        assertThat(certified(clients.clientLeaf(all), "-U", "sb-1:token-sb-1", "http://a.test/x")
                        .out())
                .startsWith("HTTP/1.1 407");
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aCertificateOfAnotherCaEndsTheHandshake() throws IOException {
        var ended = certified(ca.clientLeaf("sallyport:sandbox:sb-1"), "http://a.test/x");
        assertThat(ended.exit()).isNotZero();
        assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.CLIENT_TLS_FAILED);
    }

    @Test
    void aRefusedConnectEndsAConnectionWhoseCertificateNamesTheSandbox() throws IOException {
        var ended = certified(clients.clientLeaf("sallyport:sandbox:sb-2"), "https://opaque.test/");
        assertThat(ended.out()).contains("403 Denied: no_grant").contains("Connection: close");
    }

    @Test
    void aHeaderOfTheProxyProtocolComesBeforeTheHandshake() throws Exception {
        try (InterceptingGateway behind = new InterceptingGateway(
                        TlsProvider.preferred(),
                        ca,
                        Map.of("a.test:80", at(web)),
                        ProxyLimits.DEFAULT,
                        ListenAddress.secured(InterceptingGateway.ANY_PORT, tls)
                                .behind(List.of(Cidr.of("127.0.0.0/8"))));
                Socket socket = new Socket(
                        behind.address().getAddress(), behind.address().getPort())) {
            behind.add("sb-1", TestSandboxes.hosts("a.test"));
            socket.getOutputStream()
                    .write("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n".getBytes(StandardCharsets.US_ASCII));
            Socket secured = trusting().getSocketFactory().createSocket(socket, "127.0.0.1", 443, true);
            secured.getOutputStream()
                    .write(("GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n"
                                    + Conversation.as("sb-1") + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(secured.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void httpInTheClearIsRecordedAndAnsweredByNothing() throws IOException {
        try (Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort())) {
            socket.getOutputStream().write("GET http://a.test/ HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP");
        }
        assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.CLIENT_TLS_FAILED);
    }

    @Test
    void http2WithoutAlpnIsRefused() throws Exception {
        try (Socket socket = new Socket(
                        gateway.address().getAddress(), gateway.address().getPort());
                Socket secured = trusting().getSocketFactory().createSocket(socket, "127.0.0.1", 443, true)) {
            secured.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(secured.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 505");
        }
        assertThat(gateway.audit.await(1).reason()).isEqualTo(ReasonCode.UNSUPPORTED_VERSION);
    }

    @ParameterizedTest
    @EnumSource(TlsProvider.class)
    void http2IsOfferedUnlessItIsTurnedOff(TlsProvider provider) throws Exception {
        assertThat(chosen()).isEqualTo("h2");
        gateway.close();
        tls.close();
        start(provider, false);
        assertThat(chosen()).isEqualTo("http/1.1");
    }

    private String chosen() throws Exception {
        try (Socket socket = new Socket(
                        gateway.address().getAddress(), gateway.address().getPort());
                SSLSocket secured =
                        (SSLSocket) trusting().getSocketFactory().createSocket(socket, "127.0.0.1", 443, true)) {
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            secured.setSSLParameters(parameters);
            secured.startHandshake();
            return secured.getApplicationProtocol();
        }
    }

    private SSLContext trusting() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
        roots.load(null, null);
        roots.setCertificateEntry("ca", ca.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(roots);
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void newFilesAreForNewConnections() throws IOException {
        TestCa next = TestCa.create("Next CA", InstantSource.system());
        Files.writeString(folder.resolve("ca.pem"), next.pem());
        assertThat(curl("-U", "sb-1:token-sb-1", "http://a.test/x").exit()).isNotZero();
        write("listener", next.leaf("127.0.0.1"));
        tls.reload();
        assertThat(curl("-U", "sb-1:token-sb-1", "http://a.test/x").out()).contains("GET /x");
    }
}
