package io.sallyport.fetch.landing;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Directories held open, so that what happens to their names meanwhile leads nowhere else. Each step from the root is
 * opened without following a link.
 */
final class OpenDirectories {
    private OpenDirectories() {}

    /**
     * Opens {@code path}; the caller closes what is returned.
     *
     * @param path absolute, without links when it was configured
     * @throws IOException where a step is a link or no directory
     */
    @SuppressWarnings("StreamResourceLeak") // each step is closed once the next one is open, the last by the caller
    static SecureDirectoryStream<Path> open(Path path) throws IOException {
        SecureDirectoryStream<Path> at = secure(Files.newDirectoryStream(path.getRoot()));
        for (Path name : path) {
            SecureDirectoryStream<Path> next;
            try (SecureDirectoryStream<Path> above = at) {
                next = above.newDirectoryStream(name, NOFOLLOW_LINKS);
            }
            at = next;
        }
        return at;
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> root) throws IOException {
        if (root instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        root.close();
        throw new IOException("this machine cannot open directories without following links");
    }

    /** The last name of {@code path}, which has one. */
    static Path name(Path path) {
        return Objects.requireNonNull(path.getFileName());
    }

    /** Whether anything bears {@code name} there, a dangling link too. */
    static boolean holds(SecureDirectoryStream<Path> directory, Path name) throws IOException {
        try {
            view(directory, name).readAttributes();
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** Whether {@code name} is a directory there, or else a regular file, and no link to one. */
    static boolean holds(SecureDirectoryStream<Path> directory, Path name, boolean isDirectory) throws IOException {
        try {
            BasicFileAttributes is = view(directory, name).readAttributes();
            return isDirectory ? is.isDirectory() : is.isRegularFile();
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static BasicFileAttributeView view(SecureDirectoryStream<Path> directory, Path name) {
        return directory.getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS);
    }
}
