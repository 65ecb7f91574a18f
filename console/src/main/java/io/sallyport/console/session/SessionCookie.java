package io.sallyport.console.session;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cookie of the console (RFC 6265). No script reads it, and under TLS it never goes out in the clear. Immutable.
 *
 * @param secure whether the listener uses TLS
 * @param word its name without a prefix
 * @param restrictions which pages send it, and for how long
 */
public record SessionCookie(boolean secure, String word, String restrictions) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{43}");

    /** Returns the cookie of a session, which no other site's page sends. */
    public static SessionCookie ofSessions(boolean secure) {
        return new SessionCookie(secure, "sallyport", "; SameSite=Strict");
    }

    /** Returns the cookie of a login at a provider, which comes back from another site. */
    public static SessionCookie ofAttempts(boolean secure) {
        return new SessionCookie(
                secure, "sallyport-login", "; SameSite=Lax; Max-Age=" + LoginAttempts.LONGEST.toSeconds());
    }

    private String name() {
        return secure ? "__Host-" + word : word;
    }

    /** Returns the id that the request presents; null if there is not exactly one well-formed cookie of ours. */
    public @Nullable String read(HttpHeaders headers) {
        List<String> ids = headers.getAll(HttpHeaderNames.COOKIE).stream()
                .flatMap(field -> ServerCookieDecoder.STRICT.decodeAll(field).stream())
                .filter(cookie -> cookie.name().equals(name()))
                .map(Cookie::value)
                .toList();
        return ids.size() == 1 && ID.matcher(ids.getFirst()).matches() ? ids.getFirst() : null;
    }

    /** Returns the field that sets the cookie. */
    public String set(String id) {
        return name() + "=" + id + attributes() + restrictions;
    }

    /** Returns the field that removes the cookie. */
    public String remove() {
        return name() + "=; Max-Age=0" + attributes();
    }

    private String attributes() {
        return "; Path=/; HttpOnly" + (secure ? "; Secure" : "");
    }
}
