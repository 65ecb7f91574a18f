package io.sallyport.gateway.login;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The error words of OAuth (RFC 6749 sections 4.1.2.1 and 5.2), as messages may quote them. No state. */
final class OAuthErrors {
    private static final Pattern WORD = Pattern.compile("[a-z_]{1,40}");

    private OAuthErrors() {}

    /** Returns {@code ": WORD"}; empty if there is none, or it is no word. */
    static String named(@Nullable String error) {
        return error != null && WORD.matcher(error).matches() ? ": " + error : "";
    }
}
