package io.sallyport.decision.net;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The media type in a Content-Type field (RFC 9110 section 8.3.1). */
final class MediaType {
    private static final Pattern ESSENCE =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \\t]*(?:;.*)?");

    private MediaType() {}

    /** {@code type/subtype} in lower case, or null where the field says none. */
    static @Nullable String essence(String field) {
        var found = ESSENCE.matcher(field);
        return found.matches() ? found.group(1).toLowerCase(Locale.ROOT) : null;
    }
}
