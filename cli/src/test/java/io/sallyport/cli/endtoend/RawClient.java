package io.sallyport.cli.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection to the proxy over which a test sends arbitrary bytes. */
final class RawClient implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    /** Opens a connection with a small receive buffer, so that a client that does not read is noticed soon. */
    static RawClient open(String proxyUrl) throws IOException {
        URI proxy = URI.create(proxyUrl);
        var socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.connect(new InetSocketAddress(proxy.getHost(), proxy.getPort()));
        return new RawClient(socket);
    }

    void say(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Sends {@code part} repeatedly until the other side accepts no more; returns how often it was accepted. */
    int sayUntilRefused(String part, int atMost) {
        for (int said = 0; said < atMost; said++) {
            try {
                say(part);
            } catch (IOException _) {
                return said;
            }
        }
        return atMost;
    }

    /** Returns a whole answer with its body, by its {@code Content-Length}. */
    String hearAnswer() throws IOException {
        InputStream in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended after: " + head);
            }
            head.append((char) next);
        }
        String length = head.toString().replaceFirst("(?is).*\r\ncontent-length: (\\d+)\r\n.*", "$1");
        byte[] body = in.readNBytes(Integer.parseInt(length));
        return head + new String(body, StandardCharsets.UTF_8);
    }

    /** Waits for the other side to close, and drops what it still sends. */
    void awaitEnd() throws IOException {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException _) {
            // a reset is an end, too
            return;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
