package io.sallyport.apiservers.files;

import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.tree.SkillDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/**
 * Copies a file or a directory between two places of which either may be changed by somebody else meanwhile. Of what it
 * finds regular files and directories are copied, and anything else ends it. One copy; confined to its thread.
 */
final class TreeCopy {
    /** What is not whole yet begins with it. */
    static final String STAGED = ".sallyport-";

    static final Set<PosixFilePermission> FOR_ALL = PosixFilePermissions.fromString("rwxr-xr-x");

    private static final Set<PosixFilePermission> TO_READ = PosixFilePermissions.fromString("rw-r--r--");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int PIECE_BYTES = 64 << 10;
    private static final int RANDOM_BYTES = 8;

    private final TransferBounds bounds;
    private final FetchDeadline deadline;
    private final byte[] piece = new byte[PIECE_BYTES];
    private long bytes;
    private int entries;

    TreeCopy(TransferBounds bounds, FetchDeadline deadline) {
        this.bounds = bounds;
        this.deadline = deadline;
    }

    /**
     * Copies {@code name} of {@code from} beside its place and moves it there as a whole. A file takes the place of
     * another file; a directory that of nothing, or of an empty one.
     */
    void land(OpenFile from, String name, OpenFile to, String as) throws IOException, TransferException {
        byte[] random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        String staged = STAGED + HexFormat.of().formatHex(random);
        boolean hasLanded = false;
        try {
            copy(from, name, to, staged, name, 1);
            move(to, staged, as);
            hasLanded = true;
        } catch (FileSystemException e) {
            throw named(as, e);
        } finally {
            if (!hasLanded) {
                TreeRemoval.of(to, staged, bounds);
            }
        }
    }

    private static void move(OpenFile in, String staged, String as) throws IOException, TransferException {
        try {
            Files.move(in.path(staged), in.path(as), StandardCopyOption.ATOMIC_MOVE);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (FileSystemException e) {
            if (Files.exists(in.path(as), LinkOption.NOFOLLOW_LINKS)) {
                throw refused(as, "is there already (only a file takes the place of a file)");
            }
            throw e;
        }
    }

    /** @param shown what it is called in messages: {@code name} with what is above it */
    private void copy(OpenFile from, String name, OpenFile to, String as, String shown, int depth)
            throws IOException, TransferException {
        count(shown, depth);
        try (OpenFile source = from.step(name)) {
            BasicFileAttributes is = source.attributes();
            if (is.isDirectory()) {
                copyDirectory(source, to, as, shown, depth);
            } else if (is.isRegularFile()) {
                want(is.size() <= bounds.bytes() - bytes, shown, tooMuch());
                copyFile(source, to, as, shown);
            } else {
                throw refused(shown, is.isSymbolicLink() ? "is a link" : "is neither a file nor a directory");
            }
        } catch (NoSuchFileException _) {
            throw refused(shown, "is not there");
        } catch (FileSystemException e) {
            throw named(shown, e);
        }
    }

    private void count(String shown, int depth) throws TransferException {
        entries++;
        want(entries <= bounds.entries(), shown, "is one more than " + bounds.entries() + " files and directories");
        want(depth <= bounds.depth(), shown, "lies deeper than " + bounds.depth() + " directories");
    }

    private String tooMuch() {
        return "makes more than " + bounds.bytes() + " bytes";
    }

    private void copyDirectory(OpenFile source, OpenFile to, String as, String shown, int depth)
            throws IOException, TransferException {
        Files.createDirectory(to.path(as));
        try (OpenFile target = to.step(as);
                DirectoryStream<Path> all = Files.newDirectoryStream(source.path())) {
            want(target.attributes().isDirectory(), shown, "was changed while it was written");
            Files.setPosixFilePermissions(target.path(), FOR_ALL);
            for (Path each : all) {
                String name = String.valueOf(each.getFileName());
                want(FileName.isPlain(name), shown + "/" + name, "has a name that cannot be copied");
                copy(source, name, target, name, shown + "/" + name, depth + 1);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private void copyFile(OpenFile source, OpenFile to, String as, String shown) throws IOException, TransferException {
        boolean isProgram = Files.getPosixFilePermissions(source.path()).contains(PosixFilePermission.OWNER_EXECUTE);
        try (InputStream in = Files.newInputStream(source.path());
                OutputStream out =
                        Files.newOutputStream(to.path(as), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                bytes += read; // counted as it is read: it may grow meanwhile
                want(bytes <= bounds.bytes(), shown, tooMuch());
                want(deadline.remainingNanos() > 0, shown, "was not copied when the time was up");
                out.write(piece, 0, read);
            }
        }
        try (OpenFile written = to.step(as)) {
            want(written.attributes().isRegularFile(), shown, "was changed while it was written");
            Files.setPosixFilePermissions(written.path(), isProgram ? FOR_ALL : TO_READ);
        }
    }

    private static void want(boolean isSo, String shown, String otherwise) throws TransferException {
        if (!isSo) {
            throw refused(shown, otherwise);
        }
    }

    /** The same fault with a name that says more than where the file is held; one that has a name is left as it is. */
    static IOException named(String shown, FileSystemException e) {
        if (!OpenFile.isHeld(String.valueOf(e.getFile()))) {
            return e;
        }
        String why = e instanceof AccessDeniedException
                ? "may not be read or written by this user"
                : String.valueOf(e.getReason());
        return new FileSystemException(SkillDirectory.shown(shown), null, why);
    }

    /** Names are the sandbox's own words. */
    static TransferException refused(String shown, String why) {
        return new TransferException(SkillDirectory.shown(shown) + ": " + why);
    }
}
