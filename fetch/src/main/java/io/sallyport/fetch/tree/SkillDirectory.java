package io.sallyport.fetch.tree;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** Reads a directory on this machine as a skill: only regular files, no link followed. May block. */
public final class SkillDirectory {
    private SkillDirectory() {}

    /** What is in a directory, or all that it must not hold. */
    public sealed interface Read {}

    /** At least one file, sorted by path. */
    public record Whole(List<TreeEntry> entries) implements Read {
        public Whole {
            entries = List.copyOf(entries);
        }
    }

    /** The faults as {@code PATH: why}, safe to print. */
    public record Unfit(List<String> faults) implements Read {
        public Unfit {
            faults = List.copyOf(faults);
        }
    }

    /**
     * Reads all of it.
     *
     * @throws IOException where it cannot be read
     */
    public static Read read(Path root) throws IOException {
        return read(root, _ -> {});
    }

    /**
     * As {@link #read(Path)}.
     *
     * @param watch is told, on the caller's thread, how many bytes were read so far
     */
    public static Read read(Path root, LongConsumer watch) throws IOException {
        if (!Files.isDirectory(root)) {
            throw new NotDirectoryException(root.toString());
        }
        Visitor visitor = new Visitor(root, watch);
        Files.walkFileTree(visitor.root, EnumSet.noneOf(FileVisitOption.class), 2 * SkillPath.MAX_LEVELS, visitor);
        return visitor.read();
    }

    /** The digest of a file's bytes, in pieces; a link in its place is refused. */
    private static Sha256 hash(Path file, IntConsumer taken) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        byte[] piece = new byte[64 << 10];
        try (InputStream in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                digest.update(piece, 0, read);
                taken.accept(read);
            }
        }
        return Sha256.of(digest);
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final Path root;
        private final LongConsumer watch;
        private long bytes;
        private final List<TreeEntry> entries = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();

        private Visitor(Path root, LongConsumer watch) throws IOException {
            this.root = root.toRealPath();
            this.watch = watch;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String text = root.relativize(file).toString();
            switch (SkillPath.parse(text)) {
                case Parsed.Rejected(var why, int _) -> fault(text, why);
                case Parsed.Accepted(var path) -> take(path, file, attributes);
            }
            return FileVisitResult.CONTINUE;
        }

        private void take(SkillPath path, Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isRegularFile()) {
                entries.add(new TreeEntry(path, hash(file, this::taken)));
            } else {
                fault(path.text(), attributes.isSymbolicLink() ? "a symbolic link" : "no regular file");
            }
        }

        private void taken(int read) {
            bytes += read;
            watch.accept(bytes);
        }

        private void fault(String text, String why) {
            faults.add(shown(text) + ": " + why);
        }

        private Read read() {
            entries.sort(
                    (a, b) -> Arrays.compareUnsigned(a.path().bytes(), b.path().bytes()));
            if (faults.isEmpty() && entries.isEmpty()) {
                fault(".", "no files");
            }
            return faults.isEmpty() ? new Whole(entries) : new Unfit(faults);
        }
    }

    /** A name as it can be printed: what is not printable ASCII is escaped. */
    public static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints().limit(200).forEach(c -> {
            if (c >= ' ' && c < 0x7f) {
                shown.append((char) c);
            } else {
                shown.append("\\u{").append(Integer.toHexString(c)).append('}');
            }
        });
        return shown.toString();
    }
}
