package io.sallyport.fetch.landing;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes a directory that a sandbox may still be writing to: nothing is followed, and what is nested, however deep, is
 * moved up before it is opened and removed, so that two directories are open at one time and no name is opened that the
 * sandbox may put a pipe under. What may not be removed is left, and all else goes. Confined to its thread, which it
 * blocks.
 */
final class DirectoryRemoval {
    /** Of what one directory may hold; whoever adds to it meanwhile does not keep this going for ever. */
    private static final int MOST_NAMES = 1_000_000;

    private static final Path ITSELF = Path.of(".");
    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwx------");

    private final Path directory;
    private final SecureDirectoryStream<Path> root;
    private int names;
    private boolean hasGoneOn;
    private @Nullable FileSystemException denied;

    private DirectoryRemoval(Path directory, SecureDirectoryStream<Path> root) {
        this.directory = directory;
        this.root = root;
    }

    /**
     * Removes {@code directory}, whose name is out of the sandbox's reach; what is not there is removed already.
     *
     * @throws IOException where something is left
     */
    static void of(Path directory) throws IOException {
        try (SecureDirectoryStream<Path> root = OpenDirectories.open(directory)) {
            new DirectoryRemoval(directory, root).run();
            Files.delete(directory);
        } catch (NoSuchFileException _) {
            // as it should be
        }
    }

    /** What was moved up has its turn in the next round; a round that changes nothing is the last. */
    private void run() throws IOException {
        do {
            hasGoneOn = false;
            denied = null;
            round();
        } while (hasGoneOn);
        if (denied != null) {
            throw denied;
        }
    }

    private void round() throws IOException {
        try (SecureDirectoryStream<Path> all = root.newDirectoryStream(ITSELF, NOFOLLOW_LINKS)) {
            for (Path each : all) {
                remove(OpenDirectories.name(each));
            }
        }
    }

    private void remove(Path name) throws IOException {
        count();
        try {
            if (!OpenDirectories.holds(root, name, true)) {
                root.deleteFile(name);
            } else if (isEmptied(name)) {
                root.deleteDirectory(name);
            } else {
                return;
            }
            hasGoneOn = true;
        } catch (NoSuchFileException | NotDirectoryException | DirectoryNotEmptyException _) {
            hasGoneOn = true; // somebody is at work in there: it has its turn again
        } catch (FileSystemException e) {
            leave(e);
        }
    }

    private void leave(FileSystemException why) {
        denied = denied == null ? why : denied;
    }

    /** False where something in it may not go; what may not be written to is left as a whole. */
    private boolean isEmptied(Path name) throws IOException {
        letIn(name);
        boolean isEmptied = true;
        try (SecureDirectoryStream<Path> open = root.newDirectoryStream(name, NOFOLLOW_LINKS)) {
            for (Path each : open) {
                boolean isGone = isCleared(open, OpenDirectories.name(each));
                hasGoneOn |= isGone;
                isEmptied &= isGone;
            }
        }
        return isEmptied;
    }

    /** A directory that its owner may not write to is his all the same. */
    private void letIn(Path name) throws IOException {
        Path at = directory.resolve(name);
        try {
            if (!Files.getPosixFilePermissions(at, NOFOLLOW_LINKS).containsAll(OPEN)) {
                Files.setPosixFilePermissions(at, OPEN);
            }
        } catch (FileSystemException _) {
            // another's: then it is tried as it is
        }
    }

    private boolean isCleared(SecureDirectoryStream<Path> from, Path name) throws IOException {
        count();
        try {
            if (OpenDirectories.holds(from, name, true)) {
                return isRemoved(from, name) || isMovedUp(from, name);
            }
            from.deleteFile(name);
            return true;
        } catch (AccessDeniedException | NoSuchFileException | NotDirectoryException | DirectoryNotEmptyException e) {
            throw e;
        } catch (FileSystemException e) {
            leave(e);
            return false;
        }
    }

    /** An empty one goes where it is: one that is moved has to be its mover's to write to. */
    private static boolean isRemoved(SecureDirectoryStream<Path> from, Path name) throws IOException {
        try {
            from.deleteDirectory(name);
            return true;
        } catch (DirectoryNotEmptyException _) {
            return false;
        }
    }

    private boolean isMovedUp(SecureDirectoryStream<Path> from, Path name) throws IOException {
        try {
            from.move(name, root, Path.of(".up-" + names));
            return true;
        } catch (AccessDeniedException e) {
            leave(e);
            return false;
        }
    }

    private void count() throws IOException {
        names++;
        if (names > MOST_NAMES) {
            throw new IOException("more than " + MOST_NAMES + " names");
        }
    }
}
