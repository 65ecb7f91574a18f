package io.sallyport.regoengine.builtin.jsonschema;

import com.google.re2j.Pattern;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.net.GoIpAddress;
import io.sallyport.regoengine.builtin.net.GoUrl;
import io.sallyport.regoengine.builtin.pattern.TextMatcher;
import io.sallyport.regoengine.builtin.time.TimeLayout;
import io.sallyport.regoengine.builtin.time.TimeParser;
import java.util.List;
import java.util.function.Predicate;

/** The string formats that OPA 1.22 checks; every text matches an unknown format. */
final class JsonSchemaFormats {
    private static final String LABEL = "([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])";
    private static final Pattern HOSTNAME = Pattern.compile("^" + LABEL + "(\\." + LABEL + ")*$");
    private static final Pattern URI_TEMPLATE = Pattern.compile("^([^{]*(\\{[^}]*\\})?)*$");
    private static final Pattern UUID =
            Pattern.compile("^[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}$");
    private static final Pattern POINTER = Pattern.compile("^(?:/(?:[^~/]|~0|~1)*)*$");
    private static final Pattern RELATIVE_POINTER = Pattern.compile("^(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~0|~1)*)*)$");

    private static final TimeLayout DATE = TimeLayout.of("2006-01-02");
    private static final TimeLayout TIME = TimeLayout.of("15:04:05");
    private static final TimeLayout ZONED_TIME = TimeLayout.of("15:04:05Z07:00");
    private static final List<TimeLayout> TIMES = List.of(TIME, ZONED_TIME);
    private static final List<TimeLayout> MOMENTS = List.of(TIME, ZONED_TIME, DATE, TimeLayout.RFC3339);

    /** The cost of inspecting a character, in steps: the longest expression has about 70 instructions. */
    private static final int STEPS_PER_CHARACTER = 8;

    private static final int MAX_HOSTNAME = 256;

    private JsonSchemaFormats() {}

    static boolean fits(String format, String text, Fuel fuel) {
        if (format.isEmpty()) {
            return true;
        }
        fuel.steps(1 + (long) STEPS_PER_CHARACTER * text.length());
        return switch (format) {
            case "date" -> isTime(List.of(DATE), text);
            case "time" -> isTime(TIMES, text);
            case "date-time" -> isTime(MOMENTS, text);
            case "hostname" -> text.length() < MAX_HOSTNAME && HOSTNAME.matches(text);
            case "email", "idn-email" -> MailAddress.isOne(text);
            case "ipv4" -> GoIpAddress.parse(text) != null && text.contains(".");
            case "ipv6" -> GoIpAddress.parse(text) != null && text.contains(":");
            case "uri", "iri" -> isUrl(text, url -> !url.scheme().isEmpty());
            case "uri-reference", "iri-reference" -> isUrl(text, url -> true);
            case "uri-template" -> isUrl(text, url -> URI_TEMPLATE.matches(url.path()));
            case "uuid" -> UUID.matches(text);
            case "regex" -> isRegex(text, fuel);
            case "json-pointer" -> POINTER.matches(text);
            case "relative-json-pointer" -> RELATIVE_POINTER.matches(text);
            default -> true;
        };
    }

    private static boolean isTime(List<TimeLayout> layouts, String text) {
        return layouts.stream().anyMatch(layout -> isTime(layout, text));
    }

    private static boolean isTime(TimeLayout layout, String text) {
        try {
            TimeParser.parse(text, layout);
            return true;
        } catch (BuiltinError e) {
            return false;
        }
    }

    private static boolean isUrl(String text, Predicate<GoUrl> more) {
        try {
            return more.test(GoUrl.parse(text)) && text.indexOf('\\') < 0;
        } catch (BuiltinError e) {
            return false;
        }
    }

    private static boolean isRegex(String text, Fuel fuel) {
        try {
            TextMatcher.compile(fuel, text);
            return true;
        } catch (BuiltinError e) {
            return false;
        }
    }
}
