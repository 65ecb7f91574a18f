package io.sallyport.decision.body;

import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The head of one part of a multipart body (RFC 2046, RFC 7578 section 4). Immutable.
 *
 * @param name null if there is none
 * @param filename null if there is none
 * @param contentType null if there is none
 */
record PartHead(
        @Nullable String name,
        @Nullable String filename,
        @Nullable FieldValue contentType) {
    private static final Pattern FIELD =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([^\\x00-\\x08\\x0a-\\x1f\\x7f]*)");
    private static final Pattern ESCAPED = Pattern.compile("%(?:22|0a|0d)|=\\?|^\ufeff", Pattern.CASE_INSENSITIVE);
    private static final Set<String> FIELDS = Set.of("content-disposition", "content-type", "content-id");
    private static final Set<String> PARAMETERS = Set.of("name", "filename");

    /**
     * Parses the fields of a part.
     *
     * @param lines without line ends
     * @param form whether it is a part of a form, which has a name
     */
    static Parsed<PartHead> parse(List<String> lines, boolean form) {
        Map<String, String> fields = new HashMap<>();
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            if (!field.matches()) {
                return new Parsed.Rejected<>("a malformed field in a part");
            }
            String name = field.group(1).toLowerCase(Locale.ROOT);
            if (!FIELDS.contains(name) || fields.put(name, field.group(2).stripTrailing()) != null) {
                return new Parsed.Rejected<>("a field in a part that is unknown or there twice");
            }
        }
        String disposition = fields.getOrDefault("content-disposition", form ? "" : "inline");
        return switch (FieldValue.parse("Content-Disposition", disposition)) {
            case Parsed.Rejected<FieldValue>(String why, int _) -> new Parsed.Rejected<>(why);
            case Parsed.Accepted<FieldValue>(FieldValue read) -> of(read, fields.get("content-type"), form);
        };
    }

    private static Parsed<PartHead> of(FieldValue disposition, @Nullable String contentType, boolean form) {
        String name = disposition.parameters().get("name");
        String filename = disposition.parameters().get("filename");
        if (!PARAMETERS.containsAll(disposition.parameters().keySet()) || isEscaped(name) || isEscaped(filename)) {
            return new Parsed.Rejected<>("a parameter of Content-Disposition that servers read in different ways");
        }
        if (form && (!disposition.value().equals("form-data") || name == null || name.equals("_charset_"))) {
            return new Parsed.Rejected<>("a part that is no field of a form");
        }
        if (contentType == null) {
            return new Parsed.Accepted<>(new PartHead(name, filename, null));
        }
        return switch (FieldValue.parse(FieldValue.CONTENT_TYPE, contentType)) {
            case Parsed.Rejected<FieldValue>(String why, int _) -> new Parsed.Rejected<>(why);
            case Parsed.Accepted<FieldValue>(FieldValue type)
            when type.value().startsWith("multipart/") -> new Parsed.Rejected<>("parts within a part");
            case Parsed.Accepted<FieldValue>(FieldValue type) ->
                new Parsed.Accepted<>(new PartHead(name, filename, type));
        };
    }

    /**
     * Browsers write quotes and line ends as triplets, and mail has encoded words, which some servers decode.
     * Others drop a byte order mark.
     */
    private static boolean isEscaped(@Nullable String text) {
        return text != null && ESCAPED.matcher(text).find();
    }

    boolean isUtf8() {
        return contentType == null || contentType.isUtf8();
    }

    EntryObject value() {
        EntryObject value = RegoObject.growing();
        put(value, "name", name);
        put(value, "filename", filename);
        put(value, "content_type", contentType == null ? null : contentType.value());
        return value;
    }

    private static void put(EntryObject value, String key, @Nullable String text) {
        if (text != null) {
            value.put(key, RegoString.of(text));
        }
    }
}
