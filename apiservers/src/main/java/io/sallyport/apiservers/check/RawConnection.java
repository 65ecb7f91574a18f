package io.sallyport.apiservers.check;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One connection to a server, on which anything can be said. Confined to one thread. */
final class RawConnection implements Closeable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int MAX_REPLY_BYTES = 4 << 20;

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    /** Connects to a loopback port. */
    static RawConnection to(int port) throws IOException {
        return to(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    static RawConnection to(InetAddress address, int port) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, port), (int) CONNECT.toMillis());
            socket.setTcpNoDelay(true);
            return new RawConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Says it; a server that has closed already may have answered before, and that is still to be read. */
    RawConnection say(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            return this;
        }
        return this;
    }

    /** What is answered, when it is whole, or the connection closed, or no byte came for that long. */
    RawResponse reply(Duration limit) {
        var read = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        try {
            socket.setSoTimeout((int) limit.toMillis());
            while (read.size() < MAX_REPLY_BYTES && !RawResponse.isWhole(read.toByteArray())) {
                int length = socket.getInputStream().read(part);
                if (length < 0) {
                    break;
                }
                read.write(part, 0, length);
            }
        } catch (IOException _) {
            return RawResponse.parse(read.toByteArray());
        }
        return RawResponse.parse(read.toByteArray());
    }

    /** Whether the server closes the connection within that time, whatever it says before. */
    boolean closesWithin(Duration limit) {
        try {
            socket.setSoTimeout((int) Math.max(1, limit.toMillis()));
            byte[] part = new byte[8192];
            int length = 0;
            while (length >= 0) {
                length = socket.getInputStream().read(part);
            }
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            return true; // a reset is an end too
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
