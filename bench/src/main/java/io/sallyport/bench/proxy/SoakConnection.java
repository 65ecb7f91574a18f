package io.sallyport.bench.proxy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A blocking client of a proxy: one connection, one request at a time. Confined to one thread. */
final class SoakConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final String LENGTH = "content-length:";

    private Socket socket;
    private InputStream in;

    SoakConnection(InetSocketAddress proxy) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(proxy, TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends one request and reads the whole answer; returns its status. */
    int ask(String request) throws IOException {
        send(request);
        return answer(false);
    }

    /**
     * Switches to TLS; trusts every certificate, since only the proxy is tested.
     *
     * @param protocols what ALPN offers; nothing is offered if there are none
     */
    void secure(String serverName, String... protocols) throws IOException {
        var tls = (SSLSocket) TrustAll.context().getSocketFactory().createSocket(socket, serverName, -1, true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        socket = tls;
        in = new BufferedInputStream(tls.getInputStream());
    }

    /** Opens a tunnel; returns the status. */
    int connect(String request) throws IOException {
        send(request);
        return answer(true);
    }

    private int answer(boolean bodiless) throws IOException {
        int status = Integer.parseInt(line().substring(9, 12));
        long length = 0;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (field.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Long.parseLong(field.substring(LENGTH.length()).strip());
            }
        }
        if (!(bodiless && status == 200)) {
            in.skipNBytes(length);
        }
        return status;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection ended in a head");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class TrustAll extends X509ExtendedTrustManager {
        static SSLContext context() throws IOException {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[] {new TrustAll()}, null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket of) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket of) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine of) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine of) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
