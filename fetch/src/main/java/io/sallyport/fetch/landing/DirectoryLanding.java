package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.forge.FetchDeadline;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lands skills in a directory that the gateway and the sandbox share, as {@code FIRST8-NAME}. A skill is copied aside
 * and moved in as a whole, into the directory as it was opened: whatever the sandbox plants there is neither followed
 * nor written through, nor taken for what landed. The directory is made when something lands first, and goes with the
 * sandbox. Safe for concurrent use; may block.
 */
public final class DirectoryLanding implements Landing {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLanding.class);

    private final Path destination;
    private final String shown;
    private final Staging staging;
    private final Deliveries<Path> deliveries;

    /**
     * A landing place.
     *
     * @param destination what the sandbox sees: absolute, and no link on the way
     * @param shown how the sandbox names it: absolute, without a slash at its end
     * @param staging on the same file system
     */
    public DirectoryLanding(Path destination, String shown, Staging staging) {
        this.destination = destination;
        this.shown = shown;
        this.staging = staging;
        this.deliveries = new Deliveries<>(staging.bounds());
    }

    @Override
    public String deliver(CachedContent content, String name, FetchDeadline deadline) throws RefusedException {
        var what = new Delivery(content, name);
        return shown + "/" + deliveries.deliver(what, deadline, known -> at(known, what, deadline));
    }

    /** Where it landed before, or now; what is gone is delivered anew. */
    private Path at(@Nullable Path known, Delivery what, FetchDeadline deadline) throws IOException, RefusedException {
        deliveries.whileGoingOn(what, () -> Files.createDirectories(destination));
        try (SecureDirectoryStream<Path> open = OpenDirectories.open(destination)) {
            // Of a sandbox that ended meanwhile it is the next one's of its name.
            deliveries.requireGoingOn(what);
            return known != null && OpenDirectories.holds(open, known, what.isDirectory())
                    ? known
                    : land(open, what, deadline);
        } catch (AtomicMoveNotSupportedException _) {
            throw what.failure("the staging and the landing directory are on two file systems");
        } catch (InvalidPathException e) {
            throw what.failure(e.toString());
        }
    }

    private Path land(SecureDirectoryStream<Path> open, Delivery what, FetchDeadline deadline)
            throws IOException, RefusedException {
        deliveries.begin(what);
        Path copy = staging.copy(what.content(), what.name());
        try (SecureDirectoryStream<Path> from = OpenDirectories.open(Staging.own(copy))) {
            for (String name : what.names()) {
                if (deadline.remainingNanos() == 0) {
                    throw what.failure("the time was up before it had landed");
                }
                Path at = Path.of(name);
                if (!OpenDirectories.holds(open, at) && moved(from, OpenDirectories.name(copy), open, at)) {
                    return at;
                }
            }
            throw new IOException("every name for it is taken");
        } finally {
            staging.remove(copy);
        }
    }

    /** False where something came to bear that name meanwhile. */
    private static boolean moved(SecureDirectoryStream<Path> from, Path staged, SecureDirectoryStream<Path> to, Path at)
            throws IOException {
        try {
            from.move(staged, to, at);
            return true;
        } catch (AtomicMoveNotSupportedException e) {
            throw e;
        } catch (FileSystemException e) {
            if (OpenDirectories.holds(to, at)) {
                return false;
            }
            throw e;
        }
    }

    /** What lands meanwhile lands in the directory as it was opened, and goes with it. */
    @Override
    public void end() {
        deliveries.end();
        try {
            staging.takeAway(destination);
        } catch (IOException e) {
            LOG.warn("what landed in {} is still there, and is to be removed", destination, e);
        }
    }
}
