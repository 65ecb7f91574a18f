package io.sallyport.inference.translation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An image in a URL (RFC 2397), Base64.
 *
 * @param mediaType such as {@code image/png}
 */
record DataUrl(String mediaType, String base64) {
    private static final Pattern FORM = Pattern.compile("data:(image/[a-z0-9.+-]{1,60});base64,(.*+)", Pattern.DOTALL);

    static @Nullable DataUrl of(String url) {
        Matcher matcher = FORM.matcher(url);
        return matcher.matches() ? new DataUrl(matcher.group(1), matcher.group(2)) : null;
    }

    static boolean isWeb(String url) {
        return url.startsWith("https://") || url.startsWith("http://");
    }

    @Override
    public String toString() {
        return "data:" + mediaType + ";base64," + base64;
    }
}
