package io.sallyport.apiservers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what a server says to its log, without secrets. A server never waits for the disk: what cannot be written is
 * dropped and told once. {@link #lines} and {@link #ended} are safe for concurrent use.
 */
final class ServerLog {
    private static final Logger LOG = LoggerFactory.getLogger(ServerLog.class);
    private static final long MAX_BYTES = 10L << 20;
    private static final int READ_BYTES = 8192;

    private final Path file;
    private final SecretFilter scrubber;
    private final LastLines lastLines = new LastLines();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private ServerLog(Path file, LogSecrets secrets) {
        this.file = file;
        this.scrubber = new SecretFilter(secrets);
    }

    /**
     * Follows {@code said} to its end on a thread of its own: a virtual one that reads a pipe keeps its carrier, and
     * there are 256 of those for the whole gateway.
     */
    static ServerLog follow(InputStream said, Path file, LogSecrets secrets) {
        var log = new ServerLog(file, secrets);
        Thread.ofPlatform().daemon().name("log-" + file.getFileName()).start(() -> log.copy(said));
        return log;
    }

    /** The last of what it said, oldest first. */
    List<String> lines() {
        return lastLines.lines();
    }

    /** When all that it said is written. */
    CompletionStage<Void> ended() {
        return ended;
    }

    private void copy(InputStream said) {
        try (said) {
            if (!copiedToFile(said)) {
                drain(said);
            }
        } catch (IOException e) {
            LOG.debug("{}: nothing more to read: {}", file, e.toString());
        } finally {
            ended.complete(null);
        }
    }

    /** False where there may be more to read, which cannot be written. */
    private boolean copiedToFile(InputStream said) {
        try {
            copyToFile(said);
            return true;
        } catch (IOException e) {
            LOG.warn("{}: is not written any more: {}", file, e.toString());
            return false;
        }
    }

    private void copyToFile(InputStream said) throws IOException {
        try (RotatingFile to = RotatingFile.open(file, MAX_BYTES)) {
            byte[] read = new byte[READ_BYTES];
            for (int length = said.read(read); length >= 0; length = said.read(read)) {
                show(scrubber.scrub(read, length), to);
            }
            show(scrubber.end(), to);
        }
    }

    private void show(byte[] bytes, RotatingFile to) throws IOException {
        lastLines.add(bytes);
        to.write(bytes);
    }

    /** Its last lines are still wanted, and it must not stand still on a full pipe. */
    private void drain(InputStream said) throws IOException {
        byte[] read = new byte[READ_BYTES];
        for (int length = said.read(read); length >= 0; length = said.read(read)) {
            lastLines.add(scrubber.scrub(read, length));
        }
        lastLines.add(scrubber.end());
    }
}
