package io.sallyport.cli.policy.lsp;

import io.sallyport.documents.Diagnostic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The Rego that is compiled together: a folder, or a file that stands alone; open documents instead of what is on disk.
 * Immutable.
 *
 * @param root of the names in diagnostics
 * @param files by path
 * @param data the text of {@code data.json}, or null
 */
record RegoUnit(
        Path root, SortedMap<Path, String> files, @Nullable String data) {
    private static final String DATA_FILE = "data.json";

    /** The limit of lists, as the compiler's. */
    private static final int MAX_DATA_BYTES = 16 << 20;

    static RegoUnit read(Path unit, WorkspaceFiles workspace, List<OpenDocument> open) {
        Path folder = Files.isDirectory(unit) ? unit : unit.resolveSibling("");
        SortedMap<Path, String> files = Files.isDirectory(unit) ? workspace.rego(unit) : new TreeMap<>();
        String data = workspace.read(unit.resolve(DATA_FILE), MAX_DATA_BYTES);
        for (OpenDocument document : open) {
            if (document.path().equals(unit.resolve(DATA_FILE))) {
                data = document.text().text();
            } else if (document.isRego() && workspace.unitOf(document.path()).equals(unit)) {
                files.put(document.path(), document.text().text());
            }
        }
        return new RegoUnit(folder, files, data);
    }

    /** Returns the files of one author, by the names that diagnostics have for them. */
    Map<String, String> named(RegoAuthor author) {
        var named = new TreeMap<String, String>();
        files.forEach((path, text) -> {
            if (RegoAuthor.of(text) == author) {
                named.put(name(path), text);
            }
        });
        return named;
    }

    private String name(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    /** Returns every file with its diagnostics; those of none of them are shown in the first of {@code named}. */
    List<CheckedFile> checked(List<Diagnostic> found) {
        var byPath = new LinkedHashMap<Path, List<Diagnostic>>();
        files.keySet().forEach(path -> byPath.put(path, new ArrayList<>()));
        for (Diagnostic diagnostic : found) {
            byPath.computeIfAbsent(path(diagnostic.file()), _ -> new ArrayList<>())
                    .add(diagnostic);
        }
        return byPath.entrySet().stream()
                .map(file -> new CheckedFile(file.getKey(), text(file.getKey()), file.getValue()))
                .toList();
    }

    private Path path(String name) {
        if (name.equals("data")) {
            return root.resolve(DATA_FILE);
        }
        Path path = root.resolve(name);
        return files.containsKey(path) ? path : files.firstKey();
    }

    private DocumentText text(Path path) {
        String text = files.get(path);
        return new DocumentText(text == null ? String.valueOf(data) : text);
    }
}
