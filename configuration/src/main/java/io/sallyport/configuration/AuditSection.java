package io.sallyport.configuration;

import io.sallyport.auditstore.StoreSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.text.LabelName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Reads {@code audit}. */
final class AuditSection {
    private static final long MOST_BYTES = 1L << 50; // 1 PiB
    private static final int LEAST_SEGMENT_BYTES = 64 << 10;

    private static final Keys AUDIT = new Keys("audit");
    private static final Key<String> FILE =
            AUDIT.optional("file", Forms.FILE, "`audit.jsonl` in the state directory", "Where records go.");
    private static final Key<Boolean> ON_FAILURE = AUDIT.value(
            "on_failure", Forms.REFUSE_OR_CONTINUE, true, "What becomes of traffic while records cannot be written.");

    private static final Key<String> LABELS = AUDIT.list(
            "labels",
            Form.text("the name of a label", text -> LabelName.is(text) ? text : null),
            "none",
            "Names of labels of sandboxes that records bear; 16 at most.");
    private static final Key<Boolean> QUERY_NAMES = AUDIT.value(
            "query_names",
            Form.TRUTH,
            false,
            "Whether records of requests have the names of their queries' parameters, never the values.");

    private static final Keys SEGMENTS = new Keys("audit.segments");
    private static final Key<Long> MAX_BYTES = SEGMENTS.value(
            "max_bytes",
            Form.amount(0, MOST_BYTES),
            256L << 20,
            "The size at which the file is closed and another one begun ([segments](audit.md#segments)); at least"
                    + " 65536. 0: never.");
    private static final Key<Duration> MAX_AGE = SEGMENTS.value(
            "max_age",
            RetentionAge.SOME_OR_ANY,
            Duration.ofHours(24),
            "The age of its first record at which it is closed. `0s`: never.");
    private static final Key<Boolean> COMPRESS = SEGMENTS.value(
            "compress", Form.TRUTH, true, "Whether closed segments are compressed (gzip), but the newest.");
    private static final Key<Long> KEEP_BYTES = SEGMENTS.value(
            "keep_bytes",
            Form.amount(0, MOST_BYTES),
            0L,
            "What closed segments may take on disk; the oldest are removed above it. 0: nothing is removed.");
    private static final Key<Duration> KEEP_AGE = SEGMENTS.value(
            "keep_age",
            RetentionAge.SOME_OR_ANY,
            Duration.ZERO,
            "The age of its last record at which a closed segment is removed. `0s`: none is.");
    private static final Key<Boolean> SIGN = SEGMENTS.value(
            "sign",
            Form.TRUTH,
            true,
            "Whether manifests of closed segments and receipts of delegations are signed, with the key"
                    + " `audit-signing.key` in the state directory, which the first start makes.");

    private static final Keys REDACT = new Keys("audit.redact");
    private static final Key<String> MEMBERS = REDACT.list(
            "members",
            Forms.WORD,
            "none",
            "Members of records whose text is replaced by `[redacted]` ([which](audit.md#redaction)).");
    private static final Key<String> PATHS = REDACT.list(
            "paths",
            Form.text("a path, with * for a segment and ** at its end for any", text -> text),
            "none",
            "Patterns of paths; a record says the pattern in place of a path that it covers.");

    private AuditSection() {}

    static List<Keys> keys() {
        return List.of(AUDIT, SEGMENTS, REDACT);
    }

    static Config.Audit read(Section section, Path state) throws ConfigException {
        Path named = section.path(FILE, state);
        boolean refuse = section.read(ON_FAILURE);
        RecordedMembers members = members(section);
        AuditSegments segments = segments(section.section("segments"));
        Section redact = section.section("redact");
        var redaction = new AuditRedaction(Set.copyOf(redact.list(MEMBERS)), redact.list(PATHS));
        redact.end();
        StoreSettings store = AuditStoreSection.read(section.section("store"), state);
        section.pass("sinks"); // which SinkSection reads
        section.end();
        Path file = named == null ? state.resolve("audit.jsonl") : named;
        return new Config.Audit(file, named != null, refuse, segments, redaction, members, store);
    }

    private static RecordedMembers members(Section section) throws ConfigException {
        List<String> labels = section.list(LABELS).stream().distinct().toList();
        if (labels.size() > RecordedMembers.MAX_LABELS) {
            throw section.place("labels")
                    .error("audit.labels: " + labels.size() + " names (expected: at most " + RecordedMembers.MAX_LABELS
                            + ")");
        }
        return new RecordedMembers(labels, section.read(QUERY_NAMES));
    }

    private static AuditSegments segments(Section section) throws ConfigException {
        var read = new AuditSegments(
                section.read(MAX_BYTES),
                section.read(MAX_AGE),
                section.read(COMPRESS),
                section.read(KEEP_BYTES),
                section.read(KEEP_AGE),
                section.read(SIGN));
        if (read.maxBytes() > 0 && read.maxBytes() < LEAST_SEGMENT_BYTES) {
            throw section.place("max_bytes")
                    .error("audit.segments.max_bytes: " + read.maxBytes() + " (expected: 0, or at least "
                            + LEAST_SEGMENT_BYTES + ")");
        }
        section.end();
        return read;
    }
}
