package io.sallyport.proxy.support;

import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.decision.Judge;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.egress.DialLimits;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.ProxySettings;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.dns.DnsSettings;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.enforce.OwnEndpoints;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.intercept.InterceptLimits;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** An intercepting proxy with the shipped dialer; targets are local, by alias, under a CA of the test. */
public final class InterceptingGateway implements AutoCloseable {
    public static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int PATIENCE_MILLIS = 20_000;

    public final TestSandboxes sandboxes = new TestSandboxes();
    public final RecordingAudit audit = new RecordingAudit();
    public final ProxyServer server;
    private final Map<SandboxId, SandboxCa> cas = new ConcurrentHashMap<>();
    private final AtomicInteger leavesAskedFor = new AtomicInteger();
    private final ServerTls tls;
    private final NettyDialer dialer;
    public final EventLoopGroup loops;

    /** @param targets maps {@code host:port} to the actual address */
    public InterceptingGateway(TlsProvider provider, TestCa trusted, Map<String, String> targets) {
        this(provider, trusted, targets, ProxyLimits.DEFAULT);
    }

    public InterceptingGateway(TlsProvider provider, TestCa trusted, Map<String, String> targets, ProxyLimits limits) {
        this(provider, trusted, targets, limits, ListenAddress.shared(ListenerProtocol.HTTP, ANY_PORT));
    }

    /** @param keys of the sandboxes */
    public InterceptingGateway(TlsProvider provider, TestCa trusted, Map<String, String> targets, SandboxKeys keys) {
        this(
                provider,
                trusted,
                targets,
                ProxyLimits.DEFAULT,
                ListenAddress.shared(ListenerProtocol.HTTP, ANY_PORT),
                keys);
    }

    /** @param listen the only listener */
    public InterceptingGateway(
            TlsProvider provider,
            TestCa trusted,
            Map<String, String> targets,
            ProxyLimits limits,
            ListenAddress listen) {
        this(provider, trusted, targets, limits, listen, SandboxKeys.NONE);
    }

    private InterceptingGateway(
            TlsProvider provider,
            TestCa trusted,
            Map<String, String> targets,
            ProxyLimits limits,
            ListenAddress listen,
            SandboxKeys keys) {
        try {
            Transport transport = Transport.best();
            loops = transport.newLoops(2, "proxy");
            tls = ServerTls.open(
                    sandbox -> {
                        leavesAskedFor.incrementAndGet();
                        return cas.get(sandbox);
                    },
                    provider,
                    InterceptLimits.DEFAULT,
                    new SecureRandom(),
                    InstantSource.system(),
                    System::nanoTime);
            dialer = NettyDialer.create(settings(provider, trusted, targets), transport, System::nanoTime);
            server = ProxyServer.start(
                    new ProxySettings(
                            List.of(listen),
                            limits,
                            SourceBlocks.NONE,
                            HostExceptions.NONE,
                            ApiServers.NONE,
                            keys,
                            OwnEndpoints.NONE,
                            DnsSettings.DEFAULT,
                            FindingPolicy.off(),
                            new ViaName("sallyport"),
                            HeldRequests.none()),
                    sandboxes,
                    dialer,
                    tls,
                    audit,
                    cas::get,
                    TestSandboxes.GUARD,
                    InstantSource.system(),
                    System::nanoTime,
                    loops,
                    new ListeningSockets());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NettyDialer.Settings settings(TlsProvider provider, TestCa trusted, Map<String, String> targets)
            throws IOException {
        Path roots = Files.createTempFile("roots", ".pem");
        try {
            Files.writeString(roots, trusted.pem());
            var policy = (EgressPolicy.Accepted) EgressPolicy.parse(targets, List.of(), OwnListeners.ofThisMachine());
            var trust = (TrustRoots.Accepted) TrustRoots.read(List.of(roots));
            SslProvider side = provider == TlsProvider.JDK ? SslProvider.JDK : SslProvider.OPENSSL;
            return new NettyDialer.Settings(
                    policy.policy(), List.of(), DnsLimits.DEFAULT, DialLimits.DEFAULT, trust.roots(), side);
        } finally {
            Files.delete(roots);
        }
    }

    public Sandbox add(String id, Judge judge) {
        SandboxId name = new SandboxId(id);
        cas.put(name, SandboxCa.create(name, new SecureRandom(), InstantSource.system()));
        return sandboxes.add(id, judge);
    }

    /** Returns how often a CA was requested for a leaf, including cached ones. */
    public int leavesAskedFor() {
        return leavesAskedFor.get();
    }

    public SandboxCa caOf(String id) {
        return Objects.requireNonNull(cas.get(new SandboxId(id)), id);
    }

    public InetSocketAddress address() {
        return server.addresses().getFirst();
    }

    /** Opens a tunnel for that sandbox and consumes its 200. */
    public Socket tunnel(String id, String hostAndPort) throws IOException {
        Socket socket = new Socket(address().getAddress(), address().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String connect = "CONNECT " + hostAndPort + " HTTP/1.1\r\nHost: " + hostAndPort + "\r\n" + Conversation.as(id);
        socket.getOutputStream().write((connect + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        String answer = new String(
                socket.getInputStream().readNBytes("HTTP/1.1 200 Connection established\r\n\r\n".length()),
                StandardCharsets.ISO_8859_1);
        if (!answer.startsWith("HTTP/1.1 200 ")) {
            throw new AssertionError("no tunnel: " + answer);
        }
        return socket;
    }

    /** Starts TLS in a tunnel, with a client that trusts only the CA of that sandbox and checks names. */
    public SSLSocket tls(Socket tunnel, String trustedOf, String serverName)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", caOf(trustedOf).certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(tunnel, serverName, 443, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Override
    public void close() {
        server.close(Duration.ZERO).toCompletableFuture().join();
        dialer.close();
        tls.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
