package io.sallyport.cli.command;

import io.sallyport.model.message.RequestHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The headers of a request that is written by hand. Immutable.
 *
 * @param fields lower-case name to values; a name without values is present, and says nothing
 * @param bodyBytes what {@code Content-Length} says, or {@link RequestHeaders#UNKNOWN_LENGTH}
 */
public record WrittenHeaders(Map<String, List<String>> fields, long bodyBytes) implements RequestHeaders {
    /** No headers. */
    public static final WrittenHeaders NONE = new WrittenHeaders(Map.of(), 0);

    /** A token (RFC 9110 section 5.6.2). */
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    public WrittenHeaders {
        fields = Map.copyOf(fields);
    }

    /** Parses lines, each {@code NAME: VALUE}. */
    public static WrittenHeaders parse(List<String> lines) throws CliException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw CliException.unusable("--header: no colon (expected: 'NAME: VALUE')"); // may be a secret
            }
            fields.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return of(fields);
    }

    /** Returns these headers; ends the command if a request cannot have them. */
    public static WrittenHeaders of(Map<String, List<String>> fields) throws CliException {
        for (var field : fields.entrySet()) {
            if (!NAME.matcher(field.getKey()).matches()) {
                throw CliException.unusable("header: no name: " + shown(field.getKey()));
            }
            if (field.getValue().stream().anyMatch(WrittenHeaders::holdsControl)) {
                throw CliException.unusable("header " + field.getKey() + ": holds a control character");
            }
        }
        return new WrittenHeaders(fields, bodyBytes(fields));
    }

    private static long bodyBytes(Map<String, List<String>> fields) throws CliException {
        if (fields.containsKey("transfer-encoding")) {
            return UNKNOWN_LENGTH;
        }
        List<String> lengths = fields.getOrDefault("content-length", List.of());
        if (lengths.isEmpty()) {
            return 0;
        }
        if (lengths.size() > 1 || !LENGTH.matcher(lengths.getFirst()).matches()) {
            throw CliException.unusable(
                    "header content-length: " + shown(String.join(", ", lengths)) + " (expected: one number of bytes)");
        }
        return Long.parseLong(lengths.getFirst());
    }

    private static boolean holdsControl(String value) {
        return value.chars().anyMatch(unit -> (unit < 0x20 && unit != '\t') || unit == 0x7f);
    }

    private static String shown(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public List<String> names() {
        return List.copyOf(fields.keySet());
    }

    @Override
    public List<String> values(String name) {
        return fields.getOrDefault(name, List.of());
    }
}
