package io.sallyport.model;

import io.sallyport.model.host.ApiServerHost;
import org.jspecify.annotations.Nullable;

/** The schemes that grants and requests can name. */
public enum Scheme {
    HTTP("http", 80),
    HTTPS("https", 443),
    /** Named by leases only; the gateway speaks no S3 of its own, so nothing asks for it yet. */
    S3("s3", 443),
    /** A tunnel whose content is not looked at; a grant has to name it. */
    TCP("tcp", -1),
    /** HTTP to an API server on the host, by its name ({@link ApiServerHost}). No document and no URL says this word. */
    API("api", 80);

    private final String word;
    private final int defaultPort;

    Scheme(String word, int defaultPort) {
        this.word = word;
        this.defaultPort = defaultPort;
    }

    public String word() {
        return word;
    }

    /** The port that stands for no port, or -1 where there is none. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The scheme of that lower-case word of a URL, or null. */
    public static @Nullable Scheme ofUrl(String word) {
        Scheme scheme = of(word);
        return scheme == TCP || scheme == API ? null : scheme;
    }

    /** What a URL of it begins with. */
    public String urlWord() {
        return this == API ? HTTP.word : word;
    }

    /** The scheme of that lower-case word, or null. */
    public static @Nullable Scheme of(String word) {
        for (Scheme scheme : values()) {
            if (scheme.word.equals(word)) {
                return scheme;
            }
        }
        return null;
    }
}
