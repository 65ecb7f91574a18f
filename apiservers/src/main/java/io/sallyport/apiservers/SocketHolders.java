package io.sallyport.apiservers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which processes hold a socket, as {@code /proc/PID/fd} says (proc(5)). The files of another user's processes can be
 * seen by that user alone, so find(1) looks as that user.
 */
final class SocketHolders {
    private static final Logger LOG = LoggerFactory.getLogger(SocketHolders.class);

    private static final SocketTable SOCKETS = new SocketTable(Path.of("/proc/net"));

    private SocketHolders() {}

    /**
     * Whether something listens at {@code address}, and nothing does that none of {@code processes} holds. False also
     * where it cannot be seen. Blocks.
     *
     * @param user whose processes they are, or null: this process's own
     */
    static boolean areAllOf(InetSocketAddress address, Collection<Long> processes, @Nullable ServerUser user) {
        try {
            Set<String> sockets = listening(address);
            for (String inode : sockets) {
                if (!(user == null ? isHeld(inode, processes) : user.holds(inode, processes))) {
                    return false;
                }
            }
            return !sockets.isEmpty();
        } catch (IOException | RuntimeException e) {
            LOG.warn("it cannot be seen which program listens at {}: {}", address, e.toString());
            return false;
        }
    }

    /** The inodes of all sockets that may take a connection to {@code address}. */
    static Set<String> listening(InetSocketAddress address) throws IOException {
        return SOCKETS.read().stream()
                .filter(listed -> listed.takes(address))
                .map(SocketTable.Listed::inode)
                .collect(Collectors.toSet());
    }

    private static boolean isHeld(String inode, Collection<Long> processes) {
        Path wanted = Path.of("socket:[" + inode + "]");
        return processes.stream().anyMatch(pid -> targets(pid).contains(wanted));
    }

    /** What the open files of a process are; nothing where it is gone. */
    private static List<Path> targets(long pid) {
        List<Path> targets = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : files) {
                if (Files.isSymbolicLink(file)) {
                    targets.add(Files.readSymbolicLink(file));
                }
            }
        } catch (IOException e) {
            LOG.debug("process {} is not looked at to its end: {}", pid, e.toString());
        }
        return targets;
    }
}
