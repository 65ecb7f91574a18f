package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code audit}. */
final class AuditSection {
    private static final long MOST_BYTES = 1L << 50; // 1 PiB
    private static final int LEAST_SEGMENT_BYTES = 64 << 10;

    private static final Form<Duration> AGE = new Form<>(
            "0s, or hours or days, as 12h or 30d, at most 36500d",
            AuditSection::age,
            age -> age.isZero() ? "0s" : age.toHours() + "h",
            "{\"type\":\"string\"}");
    private static final Pattern HOURS_OR_DAYS = Pattern.compile("([0-9]{1,6})([hd])");
    private static final Duration LONGEST_AGE = Duration.ofDays(36_500);

    private static final Keys AUDIT = new Keys("audit");
    private static final Key<String> FILE =
            AUDIT.optional("file", Forms.FILE, "`audit.jsonl` in the state directory", "Where records go.");
    private static final Key<Boolean> ON_FAILURE = AUDIT.value(
            "on_failure", Forms.REFUSE_OR_CONTINUE, true, "What becomes of traffic while records cannot be written.");

    private static final Keys SEGMENTS = new Keys("audit.segments");
    private static final Key<Long> MAX_BYTES = SEGMENTS.value(
            "max_bytes",
            Form.amount(0, MOST_BYTES),
            256L << 20,
            "The size at which the file is closed and another one begun ([segments](audit.md#segments)); at least"
                    + " 65536. 0: never.");
    private static final Key<Duration> MAX_AGE = SEGMENTS.value(
            "max_age", AGE, Duration.ofHours(24), "The age of its first record at which it is closed. `0s`: never.");
    private static final Key<Boolean> COMPRESS = SEGMENTS.value(
            "compress", Form.TRUTH, true, "Whether closed segments are compressed (gzip), but the newest.");
    private static final Key<Long> KEEP_BYTES = SEGMENTS.value(
            "keep_bytes",
            Form.amount(0, MOST_BYTES),
            0L,
            "What closed segments may take on disk; the oldest are removed above it. 0: nothing is removed.");
    private static final Key<Duration> KEEP_AGE = SEGMENTS.value(
            "keep_age",
            AGE,
            Duration.ZERO,
            "The age of its last record at which a closed segment is removed. `0s`: none is.");
    private static final Key<Boolean> SIGN = SEGMENTS.value(
            "sign",
            Form.TRUTH,
            true,
            "Whether manifests of closed segments are signed, with the key `audit-signing.key` in the state"
                    + " directory, which the first start makes.");

    private AuditSection() {}

    static List<Keys> keys() {
        return List.of(AUDIT, SEGMENTS);
    }

    static Config.Audit read(Section section, Path state) throws ConfigException {
        Path named = section.path(FILE, state);
        boolean refuse = section.read(ON_FAILURE);
        AuditSegments segments = segments(section.section("segments"));
        section.end();
        return new Config.Audit(named == null ? state.resolve("audit.jsonl") : named, named != null, refuse, segments);
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

    private static @Nullable Duration age(String text) {
        Matcher form = HOURS_OR_DAYS.matcher(text);
        if (text.equals("0s") || !form.matches()) {
            return text.equals("0s") ? Duration.ZERO : null;
        }
        long amount = Long.parseLong(form.group(1));
        Duration age = form.group(2).equals("d") ? Duration.ofDays(amount) : Duration.ofHours(amount);
        return age.compareTo(LONGEST_AGE) > 0 ? null : age;
    }
}
