package io.sallyport.admin.sandbox;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.TunnelReport;
import io.sallyport.model.SandboxId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of a sandbox's open tunnels. {@code openapi.json} describes the form. */
public final class TunnelsJson {
    /** Limit of the tunnels in one answer; the rest is counted. */
    static final int MAX_LISTED = 200;

    private TunnelsJson() {}

    /** Returns the tunnels, the newest first. */
    public static String of(SandboxId id, List<TunnelReport> open) {
        return JsonAnswers.object(json -> {
            json.writeStringProperty("id", id.text());
            json.writeArrayPropertyStart("tunnels");
            open.stream()
                    .sorted(Comparator.comparingLong(TunnelReport::sinceMillis).reversed())
                    .limit(MAX_LISTED)
                    .forEach(tunnel -> one(json, tunnel));
            json.writeEndArray();
            json.writeNumberProperty("others", Math.max(0, open.size() - MAX_LISTED));
        });
    }

    private static void one(JsonGenerator json, TunnelReport tunnel) {
        json.writeStartObject();
        json.writeStringProperty("audit_id", tunnel.auditId());
        json.writeStringProperty("target", tunnel.target());
        json.writeStringProperty(
                "since", Instant.ofEpochMilli(tunnel.sinceMillis()).toString());
        json.writeNumberProperty("generation", tunnel.generation());
        json.writeBooleanProperty("inspected", tunnel.inspected());
        if (!tunnel.inspected()) {
            json.writeNumberProperty("bytes_in", tunnel.bytesIn());
            json.writeNumberProperty("bytes_out", tunnel.bytesOut());
        }
        json.writeEndObject();
    }
}
