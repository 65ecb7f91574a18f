package io.sallyport.gateway.programs;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processes of one network namespace (proc(5)). Reads files; confined to one thread. */
final class NetworkMembers {
    /** Of one namespace. */
    private static final int MAX_PROCESSES = 4096;

    private static final Path PROC = Path.of("/proc");
    private static final Path NONE = Path.of("");

    private final long outside;
    private @Nullable Path first; // found once: the namespace stays the same as long as something listens in it
    private @Nullable Path namespace;

    /** @param outside a process one of whose descendants is the first of another namespace: that one is meant */
    NetworkMembers(long outside) {
        this.outside = outside;
    }

    /**
     * Returns the folder of the kernel's tables, as {@code /proc/self/net}.
     *
     * @throws IOException if there is no such namespace
     */
    Path tables() throws IOException {
        return first().resolve("net");
    }

    /**
     * Returns the folders in {@code /proc} of all processes there are.
     *
     * @throws IOException if these are too many, or cannot be listed
     */
    List<Path> processes() throws IOException {
        first();
        List<Path> members = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : all) {
                if (isMember(process)) {
                    members.add(process);
                }
                if (members.size() > MAX_PROCESSES) {
                    throw new IOException("more than " + MAX_PROCESSES + " processes");
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return members;
    }

    private boolean isMember(Path process) {
        return network(process).equals(namespace);
    }

    private Path first() throws IOException {
        Path found = first;
        if (found == null) {
            Path own = network(PROC.resolve("self"));
            found = ProcessHandle.of(outside).stream()
                    .flatMap(ProcessHandle::descendants)
                    .filter(process -> isFirst(process, own))
                    .findFirst()
                    .map(NetworkMembers::folder)
                    .orElseThrow(() -> new IOException("process " + outside + " has no other network"));
            namespace = network(found);
            first = found;
        }
        return found;
    }

    /** Whether it is in another network than {@code own}, and its parent is not. */
    private static boolean isFirst(ProcessHandle process, Path own) {
        Path network = network(folder(process));
        return !network.equals(NONE)
                && !network.equals(own)
                && process.parent()
                        .filter(parent -> network(folder(parent)).equals(own))
                        .isPresent();
    }

    private static Path folder(ProcessHandle process) {
        return PROC.resolve(Long.toString(process.pid()));
    }

    /** Returns {@link #NONE} of a process that is gone, or another user's. */
    private static Path network(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/net"));
        } catch (IOException _) {
            return NONE;
        }
    }
}
