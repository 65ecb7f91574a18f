package io.sallyport.configuration;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many files and sockets this process may have open at a time, and what that leaves for connections. Immutable.
 *
 * @param most the soft limit, {@code RLIMIT_NOFILE}, which the JVM raises to the hard one when it starts
 */
record DescriptorLimit(long most) {
    /** Where the system has no such limit. */
    static final DescriptorLimit NONE = new DescriptorLimit(Long.MAX_VALUE);

    /** For the JVM, its class path, listeners, event loops, name servers, the audit, the state and the control API. */
    static final int RESERVED = 256;

    /** Below it nothing would work at all. */
    static final int LEAST_CONNECTIONS = 16;

    /** A client's own, and the one to its target. */
    private static final int FOR_EACH = 2;

    private static final int UNIDENTIFIED_SHARE = 4;
    private static final int SANDBOX_SHARE = 2;

    static DescriptorLimit ofThisProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? new DescriptorLimit(unix.getMaxFileDescriptorCount())
                : NONE;
    }

    /** As many connections as there are descriptors for, with one to a target for each; at most {@code usual}. */
    int connections(int usual) {
        return Math.clamp((most - RESERVED) / FOR_EACH, Math.min(LEAST_CONNECTIONS, usual), usual);
    }

    /** Of {@code connections} those that may be nobody's, so that the rest stays free; at most {@code usual}. */
    static int unidentified(int connections, int usual) {
        return Math.clamp(connections / UNIDENTIFIED_SHARE, 1, usual);
    }

    /** Of {@code connections} those of one sandbox, so that another finds room; at most {@code usual}. */
    static int ofOneSandbox(int connections, int usual) {
        return Math.clamp(connections / SANDBOX_SHARE, 1, usual);
    }

    /** Whether {@code connections} can all be open at once. */
    boolean bears(int connections) {
        return connections <= connections(Integer.MAX_VALUE);
    }
}
