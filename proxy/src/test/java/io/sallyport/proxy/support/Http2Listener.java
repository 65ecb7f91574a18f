package io.sallyport.proxy.support;

import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.ListenerTls;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A gateway whose one listener speaks HTTP/2 under TLS, and clients of it. */
public final class Http2Listener implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    public final InterceptingGateway gateway;
    private final ListenerTls tls;
    private final TestCa ca;

    /** @param folder for the files of its TLS, whose client certificates {@code ca} signs too */
    public Http2Listener(Path folder, TlsProvider provider, TestCa ca, Map<String, String> targets) throws IOException {
        this(folder, provider, ca, targets, ProxyLimits.DEFAULT);
    }

    public Http2Listener(Path folder, TlsProvider provider, TestCa ca, Map<String, String> targets, ProxyLimits limits)
            throws IOException {
        this.ca = ca;
        TestCa.Leaf leaf = ca.leaf("127.0.0.1");
        Path cert = Files.writeString(folder.resolve("listener.pem"), leaf.chainPem());
        Path key = Files.writeString(folder.resolve("listener.key"), leaf.keyPem());
        Path roots = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        tls = ListenerTls.open(new ListenerTls.Files(cert, key, roots), provider, true);
        gateway = new InterceptingGateway(
                provider, ca, targets, limits, ListenAddress.secured(InterceptingGateway.ANY_PORT, tls));
    }

    /** A client that shows no certificate. */
    public FrameClient open() throws IOException, GeneralSecurityException {
        return open(null);
    }

    /**
     * A client that shows a certificate.
     *
     * @param leaf the certificate, or null
     */
    public FrameClient open(TestCa.@Nullable Leaf leaf) throws IOException, GeneralSecurityException {
        Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new FrameClient(secured(socket, "127.0.0.1", leaf));
    }

    /** TLS on that socket, with a client that trusts targets. */
    public SSLSocket trusting(Socket socket, String serverName) throws IOException, GeneralSecurityException {
        return secured(socket, serverName, null);
    }

    private SSLSocket secured(Socket socket, String serverName, TestCa.@Nullable Leaf leaf)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", ca.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(leaf == null ? null : keys(leaf).getKeyManagers(), trust.getTrustManagers(), null);
        return (SSLSocket) context.getSocketFactory().createSocket(socket, serverName, 443, true);
    }

    private static KeyManagerFactory keys(TestCa.Leaf leaf) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("client", leaf.key(), new char[0], leaf.chain());
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, new char[0]);
        return keys;
    }

    /** Asks for a tunnel, in the name of that sandbox. */
    public static void connect(FrameClient client, int stream, String authority, String id, String... more)
            throws IOException {
        var fields = new ArrayList<>(List.of(":method", "CONNECT", ":authority", authority));
        fields.addAll(List.of("proxy-authorization", credentials(id)));
        fields.addAll(List.of(more));
        client.headers(stream, false, fields.toArray(String[]::new));
    }

    /** The fields of a GET, without credentials where {@code id} is null. */
    public static String[] get(String scheme, String authority, String path, @Nullable String id) {
        var fields =
                new ArrayList<>(List.of(":method", "GET", ":scheme", scheme, ":authority", authority, ":path", path));
        if (id != null) {
            fields.addAll(List.of("proxy-authorization", credentials(id)));
        }
        return fields.toArray(String[]::new);
    }

    /** The value of Proxy-Authorization for that sandbox. */
    public static String credentials(String id) {
        return Conversation.as(id).substring("Proxy-Authorization: ".length()).strip();
    }

    @Override
    public void close() {
        gateway.close();
        tls.close();
    }
}
