package io.sallyport.gateway.programs;

import io.sallyport.apiservers.SocketTable;
import io.sallyport.model.Sha256;
import io.sallyport.model.program.ObservedProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds the program of a connection's holders. Reads files; confined to one thread. */
final class ProgramLookup {
    /** Open files that one lookup reads, of all processes. */
    private static final int MAX_FILES = 65_536;

    private final NetworkMembers members;
    private final ExecutableDigests digests;

    ProgramLookup(NetworkMembers members, ExecutableDigests digests) {
        this.members = members;
        this.digests = digests;
    }

    /**
     * Returns the program whose process has the connection's end {@code local}. Empty if none has it, if processes of
     * several programs do, and if it changes meanwhile.
     *
     * @throws IOException if the kernel does not let it be seen, it was removed, or something is too large
     */
    Optional<ObservedProgram> find(InetSocketAddress local, InetSocketAddress remote) throws IOException {
        Optional<SocketTable.Listed> socket = new SocketTable(members.tables()).find(local, remote);
        if (socket.isEmpty()) {
            return Optional.empty();
        }
        Set<Optional<ObservedProgram>> programs = new HashSet<>();
        for (Path holder : holders(Path.of("socket:[" + socket.get().inode() + "]"))) {
            programs.add(program(holder));
        }
        return programs.size() == 1 ? programs.iterator().next() : Optional.empty();
    }

    private Set<Path> holders(Path socket) throws IOException {
        Set<Path> holders = new HashSet<>();
        int left = MAX_FILES;
        for (Path process : members.processes()) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
                for (Path file : files) {
                    if (left-- == 0) {
                        throw new IOException("more than " + MAX_FILES + " open files");
                    }
                    if (leadsTo(file, socket)) {
                        holders.add(process);
                        break;
                    }
                }
            } catch (NoSuchFileException _) {
                // it has ended, and holds nothing
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return holders;
    }

    private static boolean leadsTo(Path file, Path socket) throws IOException {
        try {
            return Files.readSymbolicLink(file).equals(socket);
        } catch (NoSuchFileException _) {
            return false; // it was closed
        }
    }

    /**
     * The name is read twice, for the process may become another program meanwhile (execve(2)). It has to lead to the
     * file, for the kernel also has one for what was removed, with words added.
     */
    private Optional<ObservedProgram> program(Path process) throws IOException {
        Path exe = process.resolve("exe");
        Path name = Files.readSymbolicLink(exe);
        Optional<Sha256> sha256 = digests.of(exe);
        return Files.readSymbolicLink(exe).equals(name) && Files.isSameFile(exe, inside(process, name))
                ? sha256.map(digest -> new ObservedProgram(name.toString(), digest))
                : Optional.empty();
    }

    /** The file that the process has under that name. */
    private static Path inside(Path process, Path name) {
        return Path.of(process + "/root" + name);
    }
}
