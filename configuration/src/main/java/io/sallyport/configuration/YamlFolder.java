package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.FilePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the YAML files of a folder once, when the configuration is read. */
final class YamlFolder {
    /** Limit of files in one folder. */
    private static final int MAX_FILES = 1_000;

    private static final int MAX_BYTES = 1 << 20; // per file
    private static final int MAX_DEPTH = 8;

    private YamlFolder() {}

    /** Returns texts by path relative to the folder, with slashes. */
    static Map<String, String> below(Path folder, FilePlace at) throws ConfigException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files(folder, MAX_DEPTH, at)) {
            texts.put(folder.relativize(file).toString().replace('\\', '/'), text(file, at));
        }
        return texts;
    }

    /** Returns texts by file name without extension; ignores subfolders. */
    static Map<String, String> named(Path folder, FilePlace at) throws ConfigException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files(folder, 1, at)) {
            String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
            if (texts.put(name, text(file, at)) != null) {
                throw at.error(folder + ": two files are named " + name);
            }
        }
        return texts;
    }

    private static List<Path> files(Path folder, int depth, FilePlace at) throws ConfigException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walked = Files.walk(folder, depth)) {
            walked.filter(file -> file.toString().matches(".*\\.ya?ml") && Files.isRegularFile(file))
                    .sorted()
                    .limit(MAX_FILES + 1)
                    .forEach(files::add);
        } catch (IOException e) {
            throw at.error(folder + ": cannot be read: " + e);
        }
        if (files.size() > MAX_FILES) {
            throw at.error(folder + ": more than " + MAX_FILES + " files");
        }
        return files;
    }

    private static String text(Path file, FilePlace at) throws ConfigException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw at.error(file + ": larger than 1 MiB");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw at.error(file + ": cannot be read: " + e);
        }
    }
}
