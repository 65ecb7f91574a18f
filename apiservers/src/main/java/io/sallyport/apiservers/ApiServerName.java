package io.sallyport.apiservers;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server is called: in its run, in its log and, before {@code .api.internal}, as a host name, of which it is one
 * label (RFC 1123 section 2.1), and not one of an international name (RFC 5890 section 2.3.1). Two runs may have
 * servers of one name.
 */
public record ApiServerName(String text) {
    private static final Pattern GRAMMAR = Pattern.compile("(?!xn--)[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?");

    public ApiServerName {
        if (!GRAMMAR.matcher(text).matches()) {
            throw new IllegalArgumentException("server name: " + text + " (expected: " + GRAMMAR + ")");
        }
    }

    /** The name, or null where {@code text} is none. */
    public static @Nullable ApiServerName parse(String text) {
        return GRAMMAR.matcher(text).matches() ? new ApiServerName(text) : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
