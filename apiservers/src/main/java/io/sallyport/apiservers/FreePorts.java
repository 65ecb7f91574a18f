package io.sallyport.apiservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Ports for servers whose own is 0. The kernel may name a port again as soon as it is let go, which is before its
 * server has bound it: so none is given out twice in a row of {@value #REMEMBERED}. Safe for concurrent use.
 */
final class FreePorts {
    /** More than are ever between their start and their first answer. */
    static final int REMEMBERED = 256;

    private static final int MOST_TRIES = 1_000;

    private final Set<Integer> given = new LinkedHashSet<>(); // guarded by this; in the order in which they were given

    /** One on the loopback address that was free a moment ago. */
    synchronized int next() throws IOException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            int port = freeNow();
            if (given.add(port)) {
                forgetOldest();
                return port;
            }
        }
        throw new IOException("no port is free");
    }

    private void forgetOldest() {
        if (given.size() > REMEMBERED) {
            Iterator<Integer> oldest = given.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private static int freeNow() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
