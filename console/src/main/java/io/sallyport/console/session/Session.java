package io.sallyport.console.session;

import io.sallyport.admin.AdminTokens.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * One login. Immutable.
 *
 * @param caller whose token opened it; the token itself is not kept
 * @param formToken what each form of this session's pages carries, so that no other site's page can send one
 */
public record Session(Caller caller, String formToken) {
    /** Returns whether a form is of this session; compares in constant time. */
    public boolean made(@Nullable String presented) {
        return presented != null
                && MessageDigest.isEqual(
                        presented.getBytes(StandardCharsets.UTF_8), formToken.getBytes(StandardCharsets.UTF_8));
    }
}
