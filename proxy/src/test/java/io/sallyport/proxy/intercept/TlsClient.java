package io.sallyport.proxy.intercept;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The JDK's client, which trusts only the given CAs and checks names like HTTPS. */
final class TlsClient {
    private final SSLContext context;
    private final Counting trust;

    TlsClient(SandboxCa... trusted) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int i = 0; i < trusted.length; i++) {
            store.setCertificateEntry("ca-" + i, trusted[i].certificate());
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        trust = new Counting((X509ExtendedTrustManager) factory.getTrustManagers()[0]);
        context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trust}, new SecureRandom());
    }

    /** Returns how often a server sent a certificate; a resumed session needs none. */
    int certificatesSeen() {
        return trust.seen.get();
    }

    /** The negotiated parameters of a connection. */
    record Talk(String protocol, String alpn, X509Certificate leaf) {}

    /** Connects as to {@code host}, and exchanges a byte. */
    Talk talk(InetSocketAddress server, String host, String protocol) throws IOException {
        return talk(server, host, protocol, () -> {});
    }

    /** Exchanges a byte, runs {@code between}, and exchanges another. */
    Talk talk(InetSocketAddress server, String host, String protocol, Runnable between) throws IOException {
        try (Socket plain = new Socket(server.getAddress(), server.getPort());
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, 443, true)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setProtocols(new String[] {protocol});
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(20_000);
            socket.startHandshake();
            echo(socket);
            between.run();
            echo(socket);
            return new Talk(socket.getSession().getProtocol(), socket.getApplicationProtocol(), (X509Certificate)
                    socket.getSession().getPeerCertificates()[0]);
        }
    }

    private static void echo(SSLSocket socket) throws IOException {
        socket.getOutputStream().write('x');
        if (socket.getInputStream().read() != 'x') {
            throw new IOException("no echo");
        }
    }

    private static final class Counting extends X509ExtendedTrustManager {
        private final AtomicInteger seen = new AtomicInteger();
        private final X509ExtendedTrustManager real;

        Counting(X509ExtendedTrustManager real) {
            this.real = real;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            seen.incrementAndGet();
            real.checkServerTrusted(chain, type, socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            real.checkServerTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            real.checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            real.checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            real.checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            real.checkClientTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return real.getAcceptedIssuers();
        }
    }
}
