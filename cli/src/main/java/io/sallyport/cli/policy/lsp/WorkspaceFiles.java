package io.sallyport.cli.policy.lsp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads files of the client's folders and no others: links that lead out are not followed. Immutable. */
final class WorkspaceFiles {
    /** The maximum number of Rego files that are read for one check. */
    static final int MAX_FILES = 1_000;

    /** How many folders deep Rego is looked for. */
    private static final int MAX_DEPTH = 16;

    private final List<Path> roots;

    WorkspaceFiles(List<Path> folders) {
        roots = folders.stream().flatMap(folder -> real(folder).stream()).toList();
    }

    private static List<Path> real(Path path) {
        try {
            return List.of(path.toRealPath());
        } catch (IOException _) {
            return List.of();
        }
    }

    /** Returns whether a file or folder is in one of the client's folders, after links are followed. */
    boolean contains(Path path) {
        return real(path).stream().anyMatch(real -> roots.stream().anyMatch(real::startsWith));
    }

    /** Returns the text of a file, or null if it is none of the workspace, too long or not readable. */
    @Nullable
    String read(Path file, int maxBytes) {
        try {
            return contains(file) && Files.isRegularFile(file) && Files.size(file) <= maxBytes
                    ? Files.readString(file)
                    : null;
        } catch (IOException _) {
            return null;
        }
    }

    /** Returns the Rego below a folder, by path; at most {@link #MAX_FILES}. */
    SortedMap<Path, String> rego(Path folder) {
        var texts = new TreeMap<Path, String>();
        if (!contains(folder)) {
            return texts;
        }
        try (Stream<Path> below = Files.walk(folder, MAX_DEPTH)) {
            below.filter(file -> file.toString().endsWith(".rego"))
                    .limit(MAX_FILES)
                    .forEach(file -> {
                        String text = read(file, OpenDocuments.MAX_LENGTH);
                        if (text != null) {
                            texts.put(file, text);
                        }
                    });
        } catch (IOException | UncheckedIOException _) {
            // a folder that went while it was read: what was found counts
        }
        return texts;
    }

    /**
     * Returns the folder whose Rego is compiled together with {@code file}: the nearest one above it that holds {@code
     * data.json}, else its own. Without a workspace around it, the file stands alone.
     */
    Path unitOf(Path file) {
        Path own = file.getParent();
        if (own == null || !contains(own)) {
            return file;
        }
        for (Path folder = own; folder != null && contains(folder); folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("data.json"))) {
                return folder;
            }
        }
        return own;
    }
}
