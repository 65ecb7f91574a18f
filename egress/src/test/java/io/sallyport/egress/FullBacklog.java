package io.sallyport.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port that accepts no more connections: its queue is full and nothing accepts, so the kernel drops new ones. */
final class FullBacklog implements AutoCloseable {
    private static final int MAX_FILLERS = 64;

    private final ServerSocket listener;
    private final List<Socket> fillers = new ArrayList<>();

    /** Uses any port of 127.0.0.1. */
    FullBacklog() throws IOException {
        this(0);
    }

    /** Uses that port of 127.0.0.1. */
    FullBacklog(int port) throws IOException {
        listener = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
        while (fillers.size() < MAX_FILLERS) {
            Socket filler = new Socket();
            fillers.add(filler);
            try {
                filler.connect(listener.getLocalSocketAddress(), 250);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
        throw new IllegalStateException("the kernel took " + MAX_FILLERS + " connections that nobody accepts");
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (Socket filler : fillers) {
            filler.close();
        }
        listener.close();
    }
}
