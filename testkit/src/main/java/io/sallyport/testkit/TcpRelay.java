package io.sallyport.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port on loopback before a server: it can be cut off, as a network is, and can lead to another server. Safe for
 * concurrent use.
 */
public final class TcpRelay implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int target;
    private volatile boolean cut;

    private TcpRelay(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    /** Starts one that leads to a port of loopback. */
    public static TcpRelay to(int port) throws IOException {
        return new TcpRelay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Nothing passes any more, in either direction; connections stay, and new ones are accepted. */
    public void cut() {
        cut = true;
    }

    /** Ends all connections; new ones pass. */
    public void mend() {
        cut = false;
        end();
    }

    /** Ends all connections; new ones lead to another port. */
    public void lead(int port) {
        target = port;
        end();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                join(listener.accept());
            } catch (IOException _) {
                // it is closed, or the server is not there
            }
        }
    }

    private void join(Socket client) throws IOException {
        open.add(client);
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(server);
            Thread.ofVirtual().start(() -> pass(client, server));
            Thread.ofVirtual().start(() -> pass(server, client));
        } catch (IOException e) {
            open.remove(client);
            client.close();
            throw e;
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[8_192];
        try (from;
                to) {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                if (!cut) {
                    to.getOutputStream().write(buffer, 0, n);
                }
            }
        } catch (IOException _) {
            // the other side sees the end
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void end() {
        for (Socket each : open) {
            try {
                each.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        end();
    }
}
