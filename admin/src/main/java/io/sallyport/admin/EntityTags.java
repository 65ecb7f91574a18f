package io.sallyport.admin;

import io.sallyport.control.calls.Precondition;
import io.sallyport.model.text.Parsed;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads lists of entity tags (RFC 9110 section 8.8.3). A generation may be written without quotes. */
final class EntityTags {
    /** Limit of the tags in one header field. */
    static final int MAX_TAGS = 16;

    private static final Pattern STRONG = Pattern.compile("\"[!#-+\\x2d-~]{1,100}\"");
    private static final Pattern GENERATION = Pattern.compile("\\d{1,18}");
    private static final Pattern COMMA = Pattern.compile(",");
    private static final String WEAK = "W/\"";

    private EntityTags() {}

    /**
     * Reads the value of {@code If-Match}, which compares strongly: a weak tag is refused, as none is ever given out.
     */
    static Parsed<Precondition> ifMatch(String value) {
        return value.strip().equals("*")
                ? new Parsed.Accepted<>(new Precondition.Exists())
                : parse("If-Match", value, false).map(Precondition.OneOf::new);
    }

    /** Reads the value of {@code If-None-Match}, which compares weakly (section 8.8.3.2). */
    static Parsed<Precondition> ifNoneMatch(String value) {
        return value.strip().equals("*")
                ? new Parsed.Accepted<>(new Precondition.Absent())
                : parse("If-None-Match", value, true).map(Precondition.NoneOf::new);
    }

    private static Parsed<Set<String>> parse(String header, String value, boolean weakly) {
        if (GENERATION.matcher(value.strip()).matches()) {
            return new Parsed.Accepted<>(Set.of(value.strip()));
        }
        String[] parts = COMMA.split(value, MAX_TAGS + 1);
        Set<String> tags = new LinkedHashSet<>();
        for (String part : parts) {
            String tag = part.strip();
            tag = weakly && tag.startsWith(WEAK) ? tag.substring(WEAK.length() - 1) : tag;
            if (parts.length > MAX_TAGS || !STRONG.matcher(tag).matches()) {
                return new Parsed.Rejected<>(header + " is no condition (expected: *, or at most " + MAX_TAGS
                        + " quoted tags, as ETag has them)");
            }
            tags.add(tag.substring(1, tag.length() - 1));
        }
        return new Parsed.Accepted<>(tags);
    }
}
