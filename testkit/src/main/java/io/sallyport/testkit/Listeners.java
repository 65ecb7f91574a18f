package io.sallyport.testkit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;

/** Listeners of other parts, seen from outside: by whether a connection can be opened. */
public final class Listeners {
    /** So that the listener gets to its end: each try is a connection that it must take. */
    private static final long BETWEEN_TRIES_NANOS = 1_000_000;

    private Listeners() {}

    /**
     * Returns once connections to {@code address} are refused.
     *
     * <p>A connection that still stood in the listener's queue when it closed is reset rather than refused; that says
     * that the end is near, so it is tried again.
     *
     * @throws IOException when the address cannot be reached for another reason
     */
    public static void awaitGone(InetSocketAddress address) throws IOException {
        while (true) {
            try {
                new Socket(address.getAddress(), address.getPort()).close();
            } catch (ConnectException _) {
                return;
            } catch (SocketException _) {
                // reset: it is about to be gone
            }
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
    }
}
