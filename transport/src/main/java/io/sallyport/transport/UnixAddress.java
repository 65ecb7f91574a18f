package io.sallyport.transport;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Where a process listens on a Unix socket (unix(7)), and who may connect. Immutable. */
public final class UnixAddress extends SocketAddress {
    /** The maximum length of a Unix socket's path on Linux, in bytes, without its terminating byte. */
    public static final int MAX_PATH_BYTES = 107;

    private static final long serialVersionUID = 1L;

    private final transient Path path;
    private final transient Set<PosixFilePermission> mode;

    /**
     * Creates an address.
     *
     * @param path absolute, at most {@link #MAX_PATH_BYTES} long
     * @param mode of the socket's file; connecting takes the right to write
     */
    public UnixAddress(Path path, Set<PosixFilePermission> mode) {
        if (!fits(path)) {
            throw new IllegalArgumentException(path + ": over " + MAX_PATH_BYTES + " bytes");
        }
        this.path = path;
        this.mode = Set.copyOf(mode);
    }

    /** Returns whether a Unix socket can have this path. */
    public static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES;
    }

    public Path path() {
        return path;
    }

    public Set<PosixFilePermission> mode() {
        return mode;
    }

    @Override
    public String toString() {
        return path + " (" + PosixFilePermissions.toString(mode) + ")";
    }
}
