package io.sallyport.auditexport.form;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of OPA's decision log, with the members of {@code EventV1} in OPA v1.22.2 (v1/plugins/logs/plugin.go). The
 * line of the log and its place in the chain are in {@code custom}. Immutable.
 */
final class OpaForm implements LineForm {
    /** The rule of the shipped library that decides, as a path below {@code data}. */
    private static final String PATH = "sallyport/decision";

    private static final String NEVER = "1970-01-01T00:00:00Z";
    private static final long NANOS_OF_MICRO = 1_000;
    private static final List<String> LINE = List.of("custom", "line");
    private static final List<String> CUT_OFF = List.of("custom", ExportJson.CUT_OFF);

    @Override
    public String of(LoggedRecord record) {
        return ExportJson.object(event -> {
            event.object(
                    "labels",
                    labels -> labels.text("app", "sallyport")
                            .text("sandbox", record.text("sandbox"))
                            .text("run", record.text("run")));
            event.text("decision_id", record.text("audit_id"));
            bundles(event, record);
            event.text("path", PATH)
                    .object("input", input -> input(input, record))
                    .object("result", result -> result(result, record))
                    .text("requested_by", record.either("client_address", "peer"))
                    .text("timestamp", record.time().toString());
            metrics(event, record);
            event.object("custom", custom -> custom(custom, record));
        });
    }

    private static void bundles(ExportJson event, LoggedRecord record) {
        String revision = record.text("guardrails_revision");
        if (revision != null) {
            event.object(
                    "bundles", all -> all.object("guardrails", guardrails -> guardrails.text("revision", revision)));
        }
    }

    private static void input(ExportJson input, LoggedRecord record) {
        for (String name : List.of("kind", "scheme", "host")) {
            input.text(name, record.text(name));
        }
        input.number("port", record.number("port"));
        for (String name : List.of("method", "path", "address", "capability", "target", "operation", "model", "url")) {
            input.text(name, record.text(name));
        }
        input.texts("query_names", record.texts("query_names"));
    }

    private static void result(ExportJson result, LoggedRecord record) {
        result.truth("allow", record.is("verdict", "allow"));
        for (String name : List.of("verdict", "reason", "rule", "pattern", "mode")) {
            result.text(name, record.text(name));
        }
        result.truth("would_deny", record.is("would_deny", "true")).number("status", record.number("status"));
    }

    private static void metrics(ExportJson event, LoggedRecord record) {
        long micros = record.number("duration_us");
        if (micros >= 0) {
            event.object("metrics", metrics -> metrics.number("timer_server_handler_ns", micros * NANOS_OF_MICRO));
        }
    }

    private static void custom(ExportJson custom, LoggedRecord record) {
        custom.number("seq", record.number("seq"))
                .text("prev_hash", record.text("prev_hash"))
                .text("hash", record.text("hash"))
                .texts("labels", record.texts("labels"))
                .text("line", record.line());
    }

    @Override
    public byte[] cutOff(byte[] line) {
        return ExportJson.object(event -> event.object("labels", labels -> labels.text("app", "sallyport"))
                        .text("decision_id", "")
                        .text("timestamp", NEVER)
                        .object("custom", custom -> custom.cutOff(line)))
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte @Nullable [] carried(byte[] exported) {
        return ExportJson.carried(exported, LINE, CUT_OFF);
    }
}
