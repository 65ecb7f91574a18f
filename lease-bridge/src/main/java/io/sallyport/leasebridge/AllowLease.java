package io.sallyport.leasebridge;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.text.Parsed;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The lease that {@code --allow HOST-OR-URL-PATTERN...} stands for. A bare host means all paths over https and http, on
 * the scheme's default port or on the port given; a URL pattern is used as a lease pattern unchanged.
 */
public final class AllowLease {
    private static final JsonFactory JSON = new JsonFactory();

    private AllowLease() {}

    /** A lease, or the reasons why there is none. */
    public sealed interface Result {}

    /**
     * The lease.
     *
     * @param lease JSON text of the lease object
     * @param patterns the patterns in it
     * @param warnings warnings, such as for patterns that cover less than they seem to
     */
    public record Written(String lease, List<String> patterns, List<Diagnostic> warnings) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads the values of the option. In a diagnostic, the line is the number of the value and the column a position in
     * it.
     */
    public static Result read(List<String> values) {
        Findings findings = new Findings("--allow");
        List<String> patterns = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            add(values.get(i), new Place(i + 1, 1), patterns, findings);
        }
        return findings.hasErrors()
                ? new Refused(findings.all())
                : new Written(json(patterns), List.copyOf(patterns), findings.all());
    }

    private static void add(String value, Place place, List<String> patterns, Findings findings) {
        if (value.contains("://")) {
            if (check(value, 0, place, findings) && value.indexOf('/', value.indexOf("://") + 3) < 0) {
                String message = Findings.quote(value) + " covers the root of its host only";
                findings.warning(place, DiagnosticCode.ROOT_ONLY, message, "write " + value + "/** for all of it");
            }
            patterns.add(value);
        } else if (value.indexOf('/') >= 0 || value.indexOf('?') >= 0) {
            String message = Findings.quote(value) + " is neither a host nor a URL pattern";
            findings.error(place, DiagnosticCode.BAD_PATTERN, message, "write https:// before it");
        } else if (check("https://" + value + "/**", "https://".length(), place, findings)) {
            patterns.add("https://" + value + "/**");
            patterns.add("http://" + value + "/**");
        }
    }

    private static boolean check(String pattern, int before, Place place, Findings findings) {
        return switch (UrlPatternReader.read(pattern)) {
            case Parsed.Accepted<UrlPattern> _ -> true;
            case Parsed.Rejected<UrlPattern>(var why, int at) -> {
                String message = Findings.quote(pattern.substring(before)) + ": " + why;
                findings.error(place.plus(Math.max(at - before, 0)), DiagnosticCode.BAD_PATTERN, message, null);
                yield false;
            }
        };
    }

    private static String json(List<String> patterns) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("net.fetch");
            patterns.forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toString();
    }
}
