package io.sallyport.admin.body;

import io.sallyport.control.calls.LeaseControl.Metric;
import io.sallyport.documents.DiagnosticCode;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the body of a metric: {@code {"name", "value", "unit"}}. Keeps the value as decimal text, never as a double.
 */
public final class MetricBody extends CallBodyReader<Metric> {
    private @Nullable String name;
    private @Nullable String value;
    private @Nullable String unit;

    private MetricBody(CallBody json) {
        super(json);
    }

    public static Read<Metric> read(ByteBuffer body) {
        return read(body, MetricBody::new);
    }

    @Override
    void member(String member) throws BodyRefusal {
        switch (member) {
            case "name" -> name = json.string(member);
            case "value" -> value = json.numberText();
            case "unit" -> unit = json.string(member);
            default -> json.unknown(member, "name, value, unit");
        }
    }

    @Override
    Read<Metric> ended() {
        String given = name;
        return given == null
                ? new Read.Unreadable<>(
                        DiagnosticCode.NO_NAME, "\"name\" is missing (expected: a string, as \"cost.fetch\")")
                : new Read.Good<>(new Metric(given, value, unit));
    }
}
