package io.sallyport.gateway.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what was added to an audit log since it was last asked. Confined to one thread. */
final class AuditLines {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> REQUESTS = Set.of("connect", "http");

    private final Path file;
    private int read;

    AuditLines(Path file) {
        this.file = file;
    }

    /** The last record of a request that came since the last call, or null; a request's record stands before its answer ends. */
    @Nullable
    JsonNode lastRequest() throws IOException {
        String text = Files.readString(file);
        int whole = text.lastIndexOf('\n') + 1;
        JsonNode last = null;
        for (String line : text.substring(read, whole).lines().toList()) {
            JsonNode record = JSON.readTree(line);
            if (REQUESTS.contains(record.path("kind").asString(""))) {
                last = record;
            }
        }
        read = whole;
        return last;
    }
}
