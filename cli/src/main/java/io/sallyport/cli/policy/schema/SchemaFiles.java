package io.sallyport.cli.policy.schema;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads JSON Schemas from a file or a folder, where {@code lists/teams.json} describes {@code data.lists.teams}. */
final class SchemaFiles {
    /** The maximum number of files in a folder. */
    private static final int MAX_FILES = 1_000;

    private static final String JSON = ".json";

    private SchemaFiles() {}

    static ListSchemas read(Path path) throws CliException {
        var schemas = new TreeMap<String, RegoValue>();
        if (Files.isDirectory(path)) {
            for (Path file : files(path)) {
                schemas.put(nameOf(path.relativize(file)), schema(file));
            }
        } else {
            schemas.put(ListSchemas.ALL, schema(path));
        }
        var read = new ListSchemas(schemas);
        if (!read.describeLists()) {
            throw CliException.unusable("--schema: " + path + ": it holds neither lists.json nor lists/NAME.json");
        }
        return read;
    }

    private static List<Path> files(Path folder) throws CliException {
        try (Stream<Path> below = Files.walk(folder)) {
            List<Path> files = below.filter(file -> file.toString().endsWith(JSON))
                    .filter(Files::isRegularFile)
                    .limit(MAX_FILES + 1L)
                    .toList();
            if (files.size() > MAX_FILES) {
                throw CliException.unusable("--schema: " + folder + ": more than " + MAX_FILES + " files");
            }
            return files;
        } catch (IOException e) {
            throw CliException.unusable("--schema: " + folder + ": cannot be read: " + e.getMessage());
        }
    }

    /** Returns the names of folders and file, joined by slashes. */
    private static String nameOf(Path relative) {
        String name = StreamSupport.stream(relative.spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
        return name.substring(0, name.length() - JSON.length());
    }

    private static RegoValue schema(Path file) throws CliException {
        return switch (RegoJson.parse(InputFiles.text(file), JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(RegoValue schema) -> {
                String why = ListSchemas.whyUnreadable(schema);
                if (why != null) {
                    throw CliException.unusable(file + ": " + why);
                }
                yield schema;
            }
            case ParsedJson.Rejected(String why, int line, int column) ->
                throw CliException.unusable(file + ":" + line + ":" + column + ": " + why);
        };
    }
}
