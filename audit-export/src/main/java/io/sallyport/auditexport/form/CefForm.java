package io.sallyport.auditexport.form;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of ArcSight's Common Event Format, version 1.x (header {@code CEF:1}, whose addresses may be of IPv6). The
 * keys are those of the extension dictionary; what it lacks is in {@code cs1} to {@code cs6}, {@code cn1},
 * {@code flexString1} and {@code flexString2}, each with its label. The sealed line comes last, as {@code rawEvent}.
 * Immutable.
 */
final class CefForm implements LineForm {
    private static final String VENDOR = "Sallyport";
    private static final String PRODUCT = "Sallyport";
    private static final String LINE = "rawEvent";
    private static final String CUT_OFF = "cs1";
    private static final long MICROS_OF_MILLI = 1_000;

    @Override
    public String of(LoggedRecord record) {
        CefText event = new CefText()
                .header(VENDOR)
                .header(PRODUCT)
                .header(record.text("v", ""))
                .header(record.text("reason", record.text("kind", "")))
                .header(name(record))
                .header(Integer.toString(severity(record)));
        request(event, record);
        decision(event, record);
        return event.labelled("cs5", "prev_hash", record.text("prev_hash"))
                .labelled("cs6", "hash", record.text("hash"))
                .member(LINE, record.line())
                .toString();
    }

    private static void request(CefText event, LoggedRecord record) {
        long micros = record.number("duration_us");
        String host = record.text("host");
        event.member("rt", record.time().toEpochMilli())
                .member("cat", record.text("kind"))
                .member("externalId", record.text("audit_id"))
                .member("suid", record.text("sandbox"))
                .member("src", record.either("client_address", "peer"))
                .member("dhost", host)
                .member("dst", record.text("address"))
                .member("dpt", record.number("port"))
                .member("app", record.either("protocol", "scheme"))
                .member("requestMethod", record.text("method"))
                .member("request", url(record))
                .member("in", record.number("bytes_in"))
                .member("out", record.number("bytes_out"))
                .member("cn2", micros < 0 ? -1 : micros / MICROS_OF_MILLI);
        if (micros >= 0) {
            event.member("cn2Label", "duration_ms");
        }
    }

    private static @Nullable String url(LoggedRecord record) {
        String host = record.text("host");
        String scheme = record.text("scheme");
        return host == null || scheme == null ? null : scheme + "://" + host + record.text("path", "");
    }

    private static void decision(CefText event, LoggedRecord record) {
        boolean isAllowed = record.is("verdict", "allow");
        event.member("act", record.text("verdict"))
                .member("outcome", isAllowed ? "success" : "failure")
                .member("reason", record.text("reason"))
                .member("cnt", record.number("count"))
                .member("msg", record.text("detail"))
                .labelled("cs1", "rule", record.text("rule"))
                .labelled("cs2", "run", record.text("run"))
                .labelled("cs3", "lease_id", record.text("lease_id"))
                .labelled("cs4", "mode", record.text("mode"));
        long seq = record.number("seq");
        event.labelled("flexString1", "labels", listed(record, "labels"))
                .labelled("flexString2", "query_names", listed(record, "query_names"));
        event.labelled("cn1", "seq", seq < 0 ? null : Long.toString(seq));
    }

    private static @Nullable String listed(LoggedRecord record, String name) {
        List<String> texts = record.texts(name);
        return texts.isEmpty() ? null : String.join(",", texts);
    }

    private static String name(LoggedRecord record) {
        return record.text("kind", "") + " " + record.text("verdict", "");
    }

    /** Returns a severity from 0 to 10; 4 to 6 is medium, 7 and 8 high. */
    private static int severity(LoggedRecord record) {
        return switch (record.text("verdict", "")) {
            case "allow" -> 1;
            case "limit", "reject" -> 4;
            case "deny" -> 6;
            default -> 7;
        };
    }

    @Override
    public byte[] cutOff(byte[] line) {
        return new CefText()
                .header(VENDOR)
                .header(PRODUCT)
                .header("1")
                .header("cut_off")
                .header("a line that a crash cut off")
                .header("4")
                .member(CUT_OFF + "Label", ExportJson.CUT_OFF)
                .member(CUT_OFF, Base64.getEncoder().encodeToString(line))
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte @Nullable [] carried(byte[] exported) {
        String event = new String(exported, StandardCharsets.UTF_8);
        String line = CefText.last(event, LINE);
        if (line != null) {
            return line.getBytes(StandardCharsets.UTF_8);
        }
        String rest = CefText.last(event, CUT_OFF);
        try {
            return rest == null ? null : Base64.getDecoder().decode(rest);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
