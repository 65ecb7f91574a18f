package io.sallyport.apiservers;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON in files that are replaced as a whole. Mode 0600. */
final class RecordFile {
    static final int VERSION = 1;

    private RecordFile() {}

    static void write(Path file, JsonNode content) throws IOException {
        FileReplacement.replace(file, JsonMapper.shared().writeValueAsBytes(content));
    }

    /** @throws IOException where it cannot be read, or is of another version: its message names the file */
    static JsonNode read(Path file) throws IOException {
        try {
            JsonNode read = JsonMapper.shared().readTree(Files.readAllBytes(file));
            if (read.path("v").asInt(0) == VERSION) {
                return read;
            }
        } catch (JacksonException e) {
            throw new IOException(file + ": not a record of an API server", e);
        }
        throw new IOException(file + ": not a record of version " + VERSION + " of an API server");
    }
}
