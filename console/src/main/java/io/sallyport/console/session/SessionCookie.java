package io.sallyport.console.session;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cookie of a session (RFC 6265). No script reads it, no other site's page sends it, and under TLS it never goes
 * out in the clear. Immutable.
 *
 * @param secure whether the listener uses TLS
 */
public record SessionCookie(boolean secure) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{43}");

    private String name() {
        return secure ? "__Host-sallyport" : "sallyport";
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

    /** Returns the field that sets the cookie until the browser is closed. */
    public String set(String id) {
        return name() + "=" + id + attributes();
    }

    /** Returns the field that removes the cookie. */
    public String remove() {
        return name() + "=; Max-Age=0" + attributes();
    }

    private String attributes() {
        return "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
    }
}
