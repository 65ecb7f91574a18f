package io.sallyport.auditexport.form;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of the Open Cybersecurity Schema Framework, version 1.8.0, with its profile {@code security_control}. The line
 * of the log is {@code raw_data}, its number {@code metadata.sequence}, and what the classes have no attribute for,
 * such as the hashes of the chain, is in {@code unmapped}. Immutable.
 */
final class OcsfForm implements LineForm {
    private static final String VERSION = "1.8.0";
    private static final long MICROS_OF_MILLI = 1_000;
    private static final List<String> LINE = List.of("raw_data");
    private static final List<String> CUT_OFF = List.of("unmapped", ExportJson.CUT_OFF);
    /** Members of a record that no attribute of the classes holds. */
    private static final List<String> UNMAPPED = List.of(
            "kind",
            "method",
            "run",
            "lease_id",
            "pattern",
            "mode",
            "would_deny",
            "would_allow",
            "protocol",
            "via",
            "diagnosis",
            "security_event",
            "prev_hash",
            "hash");

    @Override
    public String of(LoggedRecord record) {
        OcsfClass of = OcsfClass.of(record);
        return ExportJson.object(event -> {
            of.write(event);
            OcsfVerdict.of(record).write(event);
            common(event, record);
            OcsfTarget.write(event, of, record);
            event.text("raw_data", record.line())
                    .number("raw_data_size", record.line().length())
                    .object("unmapped", unmapped -> unmapped(unmapped, record));
        });
    }

    private static void unmapped(ExportJson unmapped, LoggedRecord record) {
        UNMAPPED.forEach(name -> unmapped.text(name, record.text(name)));
        unmapped.texts("query_names", record.texts("query_names"));
    }

    private static void common(ExportJson event, LoggedRecord record) {
        long status = record.number("status");
        long micros = record.number("duration_us");
        event.number("time", record.time().toEpochMilli())
                .number("end_time", millis(record.text("last_time")))
                .number("count", record.number("count"))
                .number("duration", micros < 0 ? -1 : micros / MICROS_OF_MILLI)
                .text("status_code", status < 0 ? null : Long.toString(status))
                .text("status_detail", record.text("reason"))
                .text("message", record.text("detail"))
                .object("metadata", metadata -> metadata(metadata, record));
        String rule = record.text("rule");
        if (rule != null) {
            event.object("firewall_rule", named -> named.text("uid", rule));
        }
        String generation = record.text("generation");
        if (generation != null) {
            event.object(
                    "policy",
                    policy -> policy.text("uid", record.text("sandbox", "gateway"))
                            .text("version", generation));
        }
    }

    private static long millis(@Nullable String time) {
        try {
            return time == null ? -1 : Instant.parse(time).toEpochMilli();
        } catch (DateTimeException _) {
            return -1;
        }
    }

    private static void metadata(ExportJson metadata, LoggedRecord record) {
        metadata.text("version", VERSION)
                .texts("profiles", List.of("security_control"))
                .object("product", OcsfForm::product)
                .text("uid", record.text("audit_id"))
                .text("original_time", record.text("time"))
                .text("event_code", record.text("reason"))
                .text("log_name", "audit")
                .text("log_version", record.text("v"))
                .number("sequence", record.number("seq"))
                .texts("labels", record.texts("labels"));
    }

    static void product(ExportJson product) {
        product.text("name", "Sallyport").text("vendor_name", "Sallyport");
    }

    @Override
    public byte[] cutOff(byte[] line) {
        return ExportJson.object(event -> {
                    OcsfClass.BASE.write(event);
                    event.number("severity_id", 2)
                            .number("time", 0)
                            .text("message", "a line that a crash cut off")
                            .object(
                                    "metadata",
                                    metadata ->
                                            metadata.text("version", VERSION).object("product", OcsfForm::product))
                            .object("unmapped", unmapped -> unmapped.cutOff(line));
                })
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte @Nullable [] carried(byte[] exported) {
        return ExportJson.carried(exported, LINE, CUT_OFF);
    }
}
