package io.sallyport.auditexport.form;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the log as a request for the export of logs in the JSON encoding of OTLP 1.x (opentelemetry-proto,
 * {@code ExportLogsServiceRequest}; 64-bit integers are text). The body of each log record is the sealed line.
 * Stateless.
 */
public final class OtlpLogs {
    private static final long NANOS_OF_SECOND = 1_000_000_000;
    private static final int INFO = 9;
    private static final int WARN = 13;
    private static final int ERROR = 17;
    private static final List<String> TEXTS = List.of(
            "kind",
            "sandbox",
            "run",
            "verdict",
            "reason",
            "rule",
            "host",
            "method",
            "path",
            "audit_id",
            "prev_hash",
            "hash");
    private static final List<String> NUMBERS = List.of("seq", "port", "status", "duration_us");

    private static final List<String> LISTS = List.of("labels", "query_names");

    private OtlpLogs() {}

    /** Returns the request. */
    public static byte[] of(List<byte[]> lines) {
        return OtlpJson.message("resourceLogs", "scopeLogs", "logRecords", "sallyport.audit", json -> {
            for (byte[] line : lines) {
                json.writeStartObject();
                record(new ExportJson(json), line);
                json.writeEndObject();
            }
        });
    }

    private static void record(ExportJson json, byte[] line) {
        LoggedRecord record = LoggedRecord.parse(line);
        String text = new String(line, StandardCharsets.US_ASCII);
        if (record == null) {
            json.object("body", body -> body.text("stringValue", text));
            return;
        }
        Instant time = record.time();
        json.text("timeUnixNano", Long.toString(time.getEpochSecond() * NANOS_OF_SECOND + time.getNano()));
        severity(json, record.text("verdict", ""));
        json.object("body", body -> body.text("stringValue", text))
                .each("attributes", present(record), (attribute, name) -> attribute(attribute, name, record));
    }

    private static void severity(ExportJson json, String verdict) {
        switch (verdict) {
            case "allow" -> json.number("severityNumber", INFO).text("severityText", "INFO");
            case "fail" -> json.number("severityNumber", ERROR).text("severityText", "ERROR");
            default -> json.number("severityNumber", WARN).text("severityText", "WARN");
        }
    }

    private static List<String> present(LoggedRecord record) {
        Stream<String> scalars =
                Stream.concat(TEXTS.stream(), NUMBERS.stream()).filter(name -> record.text(name) != null);
        return Stream.concat(
                        scalars,
                        LISTS.stream().filter(name -> !record.texts(name).isEmpty()))
                .toList();
    }

    private static void attribute(ExportJson json, String name, LoggedRecord record) {
        @Nullable String value = record.text(name);
        json.text("key", "sallyport." + name);
        if (value == null) {
            json.object(
                    "value",
                    of -> of.object("arrayValue", list -> list.each("values", record.texts(name), OtlpLogs::text)));
            return;
        }
        json.object("value", of -> of.text(NUMBERS.contains(name) ? "intValue" : "stringValue", value));
    }

    private static void text(ExportJson json, String text) {
        json.text("stringValue", text);
    }
}
