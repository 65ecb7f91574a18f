package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.form.OtlpLogs;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The body of a request that carries a batch. */
public enum BatchBody {
    /** Records one a line, each ended by a line feed. */
    LINES("application/x-ndjson"),
    /** One JSON array, as OPA uploads decision logs. */
    ARRAY("application/json"),
    /** A request for the export of logs of OTLP, as JSON. */
    OTLP("application/json");

    private final String contentType;

    BatchBody(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    /** Returns the body for lines of the log, each in {@code form}; OTLP has a form of its own. */
    byte[] of(List<byte[]> lines, ExportForm form) {
        return switch (this) {
            case LINES -> joined(lines, form, "", "\n", "\n");
            case ARRAY -> joined(lines, form, "[", ",", "]");
            case OTLP -> OtlpLogs.of(lines);
        };
    }

    private static byte[] joined(List<byte[]> lines, ExportForm form, String begin, String between, String end) {
        var out = new ByteArrayOutputStream();
        String before = begin;
        for (byte[] line : lines) {
            out.writeBytes(ascii(before));
            out.writeBytes(form.of(line));
            before = between;
        }
        out.writeBytes(ascii(end));
        return out.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
