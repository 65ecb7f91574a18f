package io.sallyport.apiservers;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one run keeps what its servers write and need. What they write themselves is the gateway's user's, or theirs
 * alone where they run as another; their logs are the gateway's user's alone.
 *
 * @param path the gateway's own: logs, and the rest where there is no other user
 * @param home where the servers have their working directories and token files
 * @param user whose {@code home} is, or null: the gateway's own
 */
public record RunFolder(Path path, Path home, @Nullable ServerUser user) {
    private static final Logger LOG = LoggerFactory.getLogger(RunFolder.class);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_READS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** All of it below {@code path}. */
    public RunFolder(Path path) {
        this(path, path, null);
    }

    /** Where the logs are. */
    public Path logs() {
        return path.resolve("logs");
    }

    /** The log of {@code server}. */
    public Path log(ApiServerName server) {
        return logs().resolve(server + ".log");
    }

    /** The working directory of {@code server}. */
    public Path work(ApiServerName server) {
        return home.resolve("work").resolve(server.text());
    }

    /** Says whose run this is, until it has ended. */
    Path record() {
        return path.resolve("run.json");
    }

    /** One file for each process. */
    Path processes() {
        return path.resolve("processes");
    }

    Path process(ApiServerName server) {
        return processes().resolve(server + ".json");
    }

    private Path tokens() {
        return home.resolve("tokens");
    }

    private Path token(ApiServerName server) {
        return tokens().resolve(server.text());
    }

    void makeOwn() throws IOException {
        Files.createDirectories(path, OWNER_ONLY);
    }

    void prepare(ApiServerName server) throws IOException {
        Files.createDirectories(logs(), OWNER_ONLY);
        Files.createDirectories(processes(), OWNER_ONLY);
        makeFolder(work(server));
    }

    /** Writes {@code token} to a file of its own. */
    Path writeToken(ApiServerName server, String token) throws IOException {
        Path file = token(server);
        makeFolder(tokens());
        if (user != null) {
            user.writeFile(file, token);
            return file;
        }
        Files.deleteIfExists(file);
        try (SeekableByteChannel to = Files.newByteChannel(file, Set.of(CREATE_NEW, WRITE), OWNER_READS)) {
            to.write(ByteBuffer.wrap(token.getBytes(StandardCharsets.US_ASCII)));
        }
        return file;
    }

    /** What cannot be deleted opens nothing any more: the token ended with its server. */
    void deleteToken(ApiServerName server) {
        try {
            delete(token(server));
        } catch (IOException e) {
            LOG.warn("the token file of {} is left behind: {}", server, e.toString());
        }
    }

    /** Deletes all that servers had for themselves; nothing runs any more. Their logs stay. */
    public void deleteHome() {
        List<Path> own = home.equals(path) ? List.of(home.resolve("work"), tokens()) : List.of(home);
        for (Path folder : own) {
            try {
                delete(folder);
            } catch (IOException e) {
                LOG.warn("{} is left behind: {}", folder, e.toString());
            }
        }
    }

    private void makeFolder(Path folder) throws IOException {
        if (user != null) {
            user.makeFolder(folder);
        } else {
            Files.createDirectories(folder, OWNER_ONLY);
        }
    }

    private void delete(Path file) throws IOException {
        if (user != null) {
            user.delete(file);
        } else {
            FolderTrees.delete(file);
        }
    }
}
