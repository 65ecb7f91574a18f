package io.sallyport.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The sockets that what started this process passed to it, as systemd does (sd_listen_fds(3)). */
public final class PassedSockets {
    private static final int FIRST = 3;

    /** More than any unit has; a process that was told of more was told something wrong. */
    private static final int MAX = 1_024;

    private PassedSockets() {}

    /**
     * Those that {@code LISTEN_FDS} counts, where {@code LISTEN_PID} is this process; else none.
     *
     * @param environment of the process
     * @param pid its own
     * @throws IOException where a descriptor is none that an event loop can accept from; says which and why
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
            // told below like a number that is none of descriptors
        }
        throw new IOException("LISTEN_FDS: \"" + text + "\" is not a count of sockets (expected: 0 to " + MAX + ")");
    }
}
