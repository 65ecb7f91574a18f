package io.sallyport.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the lines added to an audit log since the last read. Confined to one thread. */
final class AuditLines {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> REQUESTS = Set.of("connect", "http");
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int PAUSES = 50;

    private final Path file;
    private int read;

    AuditLines(Path file) {
        this.file = file;
    }

    /**
     * Returns the last record of a request since the previous call, or null. The record of a request is written before
     * its answer ends; the record of a tunnel that was cut may follow after the client saw the cut. Therefore, if the
     * record does not match {@code foretold}, the log is read again for up to a second.
     */
    @Nullable
    JsonNode lastRequest(Predicate<JsonNode> foretold) throws IOException {
        JsonNode last = added(null);
        for (int i = 0; i < PAUSES && (last == null || !foretold.test(last)); i++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            last = added(last);
        }
        return last;
    }

    private @Nullable JsonNode added(@Nullable JsonNode before) throws IOException {
        String text = Files.readString(file);
        int whole = text.lastIndexOf('\n') + 1;
        JsonNode last = before;
        for (String line : text.substring(read, whole).lines().toList()) {
            JsonNode record = JSON.readTree(line);
            if (isTelling(record)) {
                last = record;
            }
        }
        read = whole;
        return last;
    }

    /** Returns whether the record is of a request, or of a tunnel that ended by a denial. */
    private static boolean isTelling(JsonNode record) {
        String kind = record.path("kind").asString("");
        return REQUESTS.contains(kind)
                || (kind.equals("end") && record.path("verdict").asString("").equals("deny"));
    }
}
