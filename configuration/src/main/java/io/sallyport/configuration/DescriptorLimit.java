package io.sallyport.configuration;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The limit of files and sockets that this process may have open at a time, and the number of connections that it
 * allows. Immutable.
 *
 * @param most the soft limit, {@code RLIMIT_NOFILE}, which the JVM raises to the hard limit at startup
 */
record DescriptorLimit(long most) {
    /** For a system without such a limit. */
    static final DescriptorLimit NONE = new DescriptorLimit(Long.MAX_VALUE);

    /**
     * Reserved for the JVM, its class path, listeners, event loops, name servers, the audit log, the state and the
     * control API.
     */
    static final int RESERVED = 256;

    /** Minimum, below which nothing would work at all. */
    static final int LEAST_CONNECTIONS = 16;

    /** The client's connection, and the one to its target. */
    private static final int FOR_EACH = 2;

    private static final int UNIDENTIFIED_SHARE = 4;
    private static final int SANDBOX_SHARE = 2;

    /** So that the descriptors of all pipes fit into those that are reserved. */
    private static final int PIPE_SHARE = 16;

    static DescriptorLimit ofThisProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? new DescriptorLimit(unix.getMaxFileDescriptorCount())
                : NONE;
    }

    /** Returns how many client connections the descriptors allow, each with one to a target; at most {@code usual}. */
    int connections(int usual) {
        return Math.clamp((most - RESERVED) / FOR_EACH, Math.min(LEAST_CONNECTIONS, usual), usual);
    }

    /**
     * Returns how many of {@code connections} may be unidentified, so that the rest stays free; at most {@code usual}.
     */
    static int unidentified(int connections, int usual) {
        return Math.clamp(connections / UNIDENTIFIED_SHARE, 1, usual);
    }

    /**
     * Returns how many of {@code connections} one sandbox may have, so that others find room; at most {@code usual}.
     */
    static int ofOneSandbox(int connections, int usual) {
        return Math.clamp(connections / SANDBOX_SHARE, 1, usual);
    }

    /** Returns how many pipes there may be beside {@code connections}; at most {@code usual}. */
    static int pipes(int connections, int usual) {
        return Math.clamp(connections / PIPE_SHARE, 0, usual);
    }

    /** Returns whether {@code connections} can all be open at once. */
    boolean bears(int connections) {
        return connections <= connections(Integer.MAX_VALUE);
    }
}
