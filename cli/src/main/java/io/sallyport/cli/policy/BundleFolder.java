package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the files below a folder that belong to an OPA bundle; others are ignored, as OPA does. */
final class BundleFolder {
    private static final int MAX_FILES = 10_000;

    private static final Set<String> NAMES =
            Set.of(".manifest", "data.json", "data.yaml", "data.yml", "plan.json", "policy.wasm", ".signatures.json");

    private BundleFolder() {}

    /** Returns the files, by slash path below the folder. */
    static SortedMap<String, byte[]> read(Path folder) throws CliException {
        var files = new TreeMap<String, byte[]>();
        try (Stream<Path> below = Files.walk(folder)) {
            for (Path file :
                    below.filter(BundleFolder::isOfBundle).limit(MAX_FILES + 1L).toList()) {
                files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw CliException.unusable(folder + ": cannot be read: " + e.getMessage());
        }
        if (files.size() > MAX_FILES) {
            throw CliException.unusable(folder + ": more than " + MAX_FILES + " files");
        }
        return files;
    }

    private static boolean isOfBundle(Path file) {
        String name = String.valueOf(file.getFileName());
        return Files.isRegularFile(file) && (name.endsWith(".rego") || NAMES.contains(name));
    }
}
