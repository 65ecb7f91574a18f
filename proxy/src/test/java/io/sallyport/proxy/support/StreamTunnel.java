package io.sallyport.proxy.support;

import io.sallyport.proxy.support.FrameClient.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A tunnel on stream 1 of a client that does nothing else from now on, as a socket. */
public final class StreamTunnel implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;
    private static final int STREAM = 1;

    private final FrameClient client;
    private final Socket near;
    private final Socket far;

    /** @param client whose CONNECT was answered */
    public StreamTunnel(FrameClient client) throws IOException {
        this.client = client;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            near = new Socket(listener.getInetAddress(), listener.getLocalPort());
            far = listener.accept();
        }
        near.setSoTimeout(PATIENCE_MILLIS);
        Thread.ofVirtual().start(this::carryUp);
        Thread.ofVirtual().start(this::carryDown);
    }

    public Socket socket() {
        return near;
    }

    private void carryUp() {
        try {
            byte[] bytes = new byte[8_192];
            for (int count = far.getInputStream().read(bytes);
                    count >= 0;
                    count = far.getInputStream().read(bytes)) {
                client.data(STREAM, false, new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
            }
            client.data(STREAM, true, "");
        } catch (IOException _) {
            // the other direction ends too
        }
    }

    private void carryDown() {
        try (far) {
            OutputStream out = far.getOutputStream();
            Frame next = client.next();
            while (next.type() != FrameClient.RESET) {
                if (next.type() == FrameClient.DATA) {
                    out.write(next.payload().getBytes(StandardCharsets.ISO_8859_1));
                    client.opened(next);
                }
                if (next.endsStream()) {
                    far.shutdownOutput();
                }
                next = client.next();
            }
        } catch (IOException _) {
            // the socket is closed
        }
    }

    @Override
    public void close() throws IOException {
        near.close();
        client.close();
    }
}
