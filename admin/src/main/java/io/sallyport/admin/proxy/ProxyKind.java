package io.sallyport.admin.proxy;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is spoken to a listener of the proxy, as {@code ?proxy=} of a PUT names it. */
public enum ProxyKind {
    HTTP,
    /** SOCKS5. */
    SOCKS,
    /** HTTP over TLS. */
    TLS;

    /** Returns the kind of that word, or null. */
    public static @Nullable ProxyKind of(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
