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
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where one run keeps what its servers write and need; only this process's user may look into it. */
public record RunFolder(Path path) {
    private static final Logger LOG = LoggerFactory.getLogger(RunFolder.class);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_READS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** The log of {@code server}. */
    public Path log(ApiServerName server) {
        return path.resolve("logs").resolve(server + ".log");
    }

    /** The working directory of {@code server}. */
    public Path work(ApiServerName server) {
        return path.resolve("work").resolve(server.text());
    }

    private Path token(ApiServerName server) {
        return path.resolve("tokens").resolve(server.text());
    }

    void prepare(ApiServerName server) throws IOException {
        Files.createDirectories(path.resolve("logs"), OWNER_ONLY);
        Files.createDirectories(work(server), OWNER_ONLY);
    }

    /** Writes {@code token} to a file of its own. */
    Path writeToken(ApiServerName server, String token) throws IOException {
        Path file = token(server);
        Files.createDirectories(path.resolve("tokens"), OWNER_ONLY);
        Files.deleteIfExists(file);
        try (SeekableByteChannel to = Files.newByteChannel(file, Set.of(CREATE_NEW, WRITE), OWNER_READS)) {
            to.write(ByteBuffer.wrap(token.getBytes(StandardCharsets.US_ASCII)));
        }
        return file;
    }

    /** What cannot be deleted opens nothing any more: the token ended with its server. */
    void deleteToken(ApiServerName server) {
        try {
            Files.deleteIfExists(token(server));
        } catch (IOException e) {
            LOG.warn("the token file of {} is left behind: {}", server, e.toString());
        }
    }
}
