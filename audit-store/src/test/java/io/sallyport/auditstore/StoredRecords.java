package io.sallyport.auditstore;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.FoldSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Records of a log, at random, with hostile text among them. Confined to one thread. */
final class StoredRecords {
    static final Instant BEGIN = Instant.parse("2026-11-18T12:00:00Z");
    static final List<String> SANDBOXES = List.of("sb-1", "sb-2", "sb-3", "*", "sb-1\" OR \"1\"=\"1");
    static final List<String> HOSTS = List.of(
            "api.example.com", "example.com", "notexample.com", "cdn.api.example.com", "a.test", "*.example.com");
    static final List<String> PATHS = List.of(
            "/",
            "/repos/acme/Widget",
            "/x'; DROP TABLE records; --",
            "/%22}]}",
            "/ünïcode/\u0001\n\u202e",
            "/a:b AND c");
    static final List<String> RULES = List.of("lease:net.fetch[0]", "guardrails:no-gist", "host:*", "(a|b)*~2");
    private static final List<ReasonCode> REASONS =
            List.of(ReasonCode.GRANTED, ReasonCode.NO_GRANT, ReasonCode.GUARDRAIL, ReasonCode.CONNECT_FAILED);
    private static final FoldSettings MUCH_FOLDED = new FoldSettings(Duration.ofSeconds(1), 2, 20, 64L << 10, 64, 100);

    private final Random random;
    private final Path file;
    private Instant now = BEGIN;

    StoredRecords(Path file, long seed) {
        this.file = file;
        random = new Random(seed);
    }

    /** Writes records to the log, by the gateway's own writer; refusals are counted soon. */
    void write(int count) throws IOException {
        AuditSettings settings = AuditSettings.DEFAULTS.withFolding(MUCH_FOLDED);
        try (var log = JsonLinesLog.open(file, settings, () -> now, System::nanoTime)) {
            for (int i = 0; i < count; i++) {
                now = now.plusMillis(random.nextInt(60_000));
                log.append(event(log.nextId()));
            }
        }
    }

    private AuditEvent event(String id) {
        ReasonCode reason = one(REASONS);
        String path = random.nextInt(5) == 0 ? null : one(PATHS);
        return AuditEvent.begin(id, now.toEpochMilli() - random.nextInt(5_000))
                .sandbox(random.nextInt(9) == 0 ? null : one(SANDBOXES), "run-" + random.nextInt(3), 3)
                .rule(one(RULES))
                .request(
                        random.nextBoolean() ? RequestKind.HTTP : RequestKind.CONNECT,
                        new RequestPart(
                                "http",
                                one(HOSTS),
                                80,
                                "GET",
                                path,
                                List.of(),
                                null,
                                null,
                                "192.0.2.1",
                                null,
                                null,
                                0,
                                0),
                        reason,
                        reason.status());
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns the lines of the log. */
    List<String> lines() throws IOException {
        return Files.readAllLines(file, StandardCharsets.US_ASCII);
    }
}
