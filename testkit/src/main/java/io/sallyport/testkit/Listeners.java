package io.sallyport.testkit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;

/** Observes listeners from outside, by opening connections. */
public final class Listeners {
    /** Leaves the listener time to finish: it must accept each try. */
    private static final long BETWEEN_TRIES_NANOS = 1_000_000;

    private Listeners() {}

    /**
     * Returns once connections to {@code address} are refused.
     *
     * <p>A connection that is still in the listener's queue when it closes is reset instead of refused; the end is then
     * near, so the method tries again.
     *
     * @throws IOException if the address cannot be reached for another reason
     */
    public static void awaitGone(InetSocketAddress address) throws IOException {
        while (true) {
            try {
                new Socket(address.getAddress(), address.getPort()).close();
            } catch (ConnectException _) {
                return;
            } catch (SocketException _) {
                // reset: the listener is about to close
            }
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
    }
}
