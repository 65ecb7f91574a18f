package io.sallyport.policycompiler.test;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.builtin.yaml.YamlDocument;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads files and directories as {@code opa test} does (OPA 1.22.2): Rego, and objects in JSON or {@code data.yaml} as
 * base documents, each at the path of its directories below the named one. Confined to one thread.
 */
public final class SourceFiles {
    /** The maximum number of files. */
    private static final int MAX_FILES = 10_000;

    private final SortedMap<String, String> modules = new TreeMap<>();
    private final DataTree data = new DataTree();
    private final List<Diagnostic> wrong = new ArrayList<>();
    private int files;

    private SourceFiles() {}

    /** Reads everything below {@code paths}; all problems are reported at once. */
    public static SourcesRead read(List<Path> paths) {
        var reading = new SourceFiles();
        paths.forEach(reading::take);
        return reading.wrong.isEmpty()
                ? new SourcesRead.Accepted(TestSources.of(reading.modules, reading.data.root()))
                : new SourcesRead.Rejected(reading.wrong);
    }

    private void take(Path path) {
        if (!Files.exists(path)) {
            refuse(path, DiagnosticCode.NO_SUCH_FILE, "there is no such file or folder");
            return;
        }
        Path root = Files.isDirectory(path) ? path : path.toAbsolutePath().getParent();
        try (Stream<Path> below = Files.walk(path)) {
            below.filter(Files::isRegularFile).sorted().forEach(file -> {
                boolean named = file.equals(path);
                takeFile(file, named || root == null ? List.of() : folders(root, file));
            });
        } catch (IOException e) {
            refuse(path, DiagnosticCode.UNREADABLE, "cannot be read: " + e.getMessage());
        }
    }

    private void takeFile(Path file, List<String> at) {
        String name = String.valueOf(file.getFileName());
        boolean isData = name.endsWith(".json");
        boolean isYaml = name.equals("data.yaml") || name.equals("data.yml");
        if (!isData && !isYaml && !name.endsWith(".rego")) {
            return;
        }
        if (++files > MAX_FILES) {
            if (files == MAX_FILES + 1) {
                refuse(file, DiagnosticCode.TOO_MANY_FILES, "more than " + MAX_FILES + " files");
            }
            return;
        }
        try {
            if (isYaml) {
                takeData(file, YamlDocument.parse(Files.readAllBytes(file), JsonLimits.DOCUMENT), at);
            } else if (isData) {
                takeData(file, RegoJson.parse(Files.readString(file), JsonLimits.DOCUMENT), at);
            } else {
                modules.put(file.toString(), Files.readString(file));
            }
        } catch (CharacterCodingException _) {
            refuse(file, DiagnosticCode.NOT_UTF_8, "not UTF-8");
        } catch (IOException e) {
            refuse(file, DiagnosticCode.UNREADABLE, "cannot be read: " + e.getMessage());
        }
    }

    private void takeData(Path file, ParsedJson read, List<String> at) {
        switch (read) {
            case ParsedJson.Accepted(var value)
            when value instanceof RegoObject object -> {
                String twice = data.add(at, object);
                if (twice != null) {
                    refuse(file, DiagnosticCode.TWO_DOCUMENTS, "data." + twice + " is given by another file, too");
                }
            }
            case ParsedJson.Accepted _ -> refuse(file, DiagnosticCode.BAD_VALUE, "a document of data is an object");
            case ParsedJson.Rejected(String why, int line, int column) ->
                wrong.add(Diagnostic.error(
                        file.toString(),
                        line,
                        column,
                        file.toString().endsWith(".json") ? DiagnosticCode.BAD_JSON : DiagnosticCode.BAD_YAML,
                        why,
                        null));
        }
    }

    private static List<String> folders(Path root, Path file) {
        Path between = root.relativize(file).getParent();
        return between == null
                ? List.of()
                : StreamSupport.stream(between.spliterator(), false)
                        .map(Path::toString)
                        .toList();
    }

    private void refuse(Path file, DiagnosticCode code, String why) {
        wrong.add(Diagnostic.error(file.toString(), 0, 0, code, why, null));
    }
}
