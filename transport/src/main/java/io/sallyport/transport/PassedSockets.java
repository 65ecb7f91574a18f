package io.sallyport.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds the sockets that a service manager passed to this process, as systemd does (sd_listen_fds(3)). */
public final class PassedSockets {
    private static final int FIRST = 3;

    /** More than any unit has; a larger count must be an error. */
    private static final int MAX = 1_024;

    private PassedSockets() {}

    /**
     * Returns the sockets that {@code LISTEN_FDS} counts if {@code LISTEN_PID} is this process; else none.
     *
     * @param environment of the process
     * @param pid of this process
     * @throws IOException if an event loop cannot accept from a descriptor; the message says which and why
     */
    public static List<PassedSocket> of(Map<String, String> environment, long pid) throws IOException {
        if (!environment.getOrDefault("LISTEN_PID", "").equals(Long.toString(pid))) {
            return List.of();
        }
        int count = count(environment.getOrDefault("LISTEN_FDS", ""));
        if (Transport.best() != Transport.EPOLL) {
            throw new IOException("LISTEN_FDS: sockets were passed, which needs Netty's epoll on Linux");
        }
        var sockets = new ArrayList<PassedSocket>();
        for (int descriptor = FIRST; descriptor < FIRST + count; descriptor++) {
            try {
                sockets.add(PassedSocket.of(descriptor));
            } catch (IOException e) {
                throw new IOException("LISTEN_FDS: descriptor " + descriptor + " " + e.getMessage(), e);
            }
        }
        return sockets;
    }

    private static int count(String text) throws IOException {
        try {
            int count = Integer.parseInt(text);
            if (count >= 0 && count <= MAX) {
                return count;
            }
        } catch (NumberFormatException _) {
            // reported below, like a number out of range
        }
        throw new IOException("LISTEN_FDS: \"" + text + "\" is not a count of sockets (expected: 0 to " + MAX + ")");
    }
}
