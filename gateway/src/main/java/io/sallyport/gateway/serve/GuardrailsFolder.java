package io.sallyport.gateway.serve;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operator's folder of guardrails: every {@code *.rego} file in it and its subfolders, and {@code data.json} if
 * present.
 */
record GuardrailsFolder(Path folder) implements GuardrailsSource {
    private static final int MAX_FILES = 1000;

    @Override
    public GuardrailsDocuments read() throws StartException {
        try {
            var rego = new TreeMap<String, String>();
            for (Path file : files()) {
                rego.put(folder.relativize(file).toString(), Files.readString(file));
            }
            return new GuardrailsDocuments(rego, data());
        } catch (IOException e) {
            throw new StartException("guardrails: " + folder + " cannot be read: " + e, e);
        }
    }

    @Override
    public ChangeOrigin origin() {
        return ChangeOrigin.FILE;
    }

    private List<Path> files() throws IOException, StartException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".rego"))
                    .filter(Files::isRegularFile)
                    .limit(MAX_FILES + 1L)
                    .toList();
            if (files.size() > MAX_FILES) {
                throw new StartException("guardrails: more than " + MAX_FILES + " files below " + folder);
            }
            return files;
        }
    }

    private @Nullable String data() throws IOException {
        Path file = folder.resolve("data.json");
        return Files.exists(file) ? Files.readString(file) : null;
    }
}
