package io.sallyport.fetch.landing;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** A place that no sandbox writes to, where a skill gets the modes it lands with. Safe for concurrent use; may block. */
final class Staging {
    private final Path directory;
    private final Executables executables;

    Staging(Path directory, Executables executables) {
        this.directory = directory;
        this.executables = executables;
    }

    Path directory() {
        return directory;
    }

    /** A copy of {@code skill} in a new directory, for any user to read. */
    Path copy(CachedSkill skill) throws IOException {
        Path copy = Files.createTempDirectory(directory, "");
        try {
            for (TreeEntry entry : skill.entries()) {
                copy(skill, entry, copy);
            }
            readable(copy);
            return copy;
        } catch (IOException | RuntimeException e) {
            remove(copy);
            throw e;
        }
    }

    private void copy(CachedSkill skill, TreeEntry entry, Path to) throws IOException {
        byte[] content = skill.read(entry);
        Path file = to.resolve(entry.path().text());
        Path parent = file.getParent();
        Files.createDirectories(parent == null ? to : parent);
        Files.write(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        String mode = executables.isProgram(content) ? "rwxr-xr-x" : "rw-r--r--";
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static void readable(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException fault) throws IOException {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    void remove(Path copy) throws IOException {
        if (!Files.exists(copy, NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(copy, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException fault) throws IOException {
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
