package io.sallyport.model;

import io.sallyport.model.host.ApiServerHost;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The schemes that grants and requests can name. */
public enum Scheme {
    HTTP("http", 80),
    HTTPS("https", 443),
    /** WebSocket (RFC 6455), which a request of HTTP opens; no grant of another scheme covers it. */
    WS("ws", 80),
    /** The same over TLS. */
    WSS("wss", 443),
    /** Only leases name it; the gateway does not speak S3, so no request has it yet. */
    S3("s3", 443),
    /** A tunnel with arbitrary content, which is not inspected; only a grant that names this scheme opens one. */
    TCP("tcp", -1),
    /** A tunnel by {@code tcp} whose client speaks TLS. */
    TCP_TLS("tcp+tls", -1),
    /** A tunnel by {@code tcp} whose client speaks SSH (RFC 4253). */
    TCP_SSH("tcp+ssh", -1),
    /** A tunnel by {@code tcp} whose client speaks PostgreSQL's protocol, version 3. */
    TCP_POSTGRES("tcp+postgres", -1),
    /** HTTP to an API server on the host, by its name ({@link ApiServerHost}). Never written in a document or a URL. */
    API("api", 80);

    /** The schemes of tunnels, the widest first. */
    private static final Set<Scheme> TUNNELS =
            Collections.unmodifiableSet(EnumSet.of(TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES));

    private final String word;
    private final int defaultPort;

    Scheme(String word, int defaultPort) {
        this.word = word;
        this.defaultPort = defaultPort;
    }

    public String word() {
        return word;
    }

    /** Returns the default port, or -1 if there is none. */
    public int defaultPort() {
        return defaultPort;
    }

    /** Returns the scheme of that lower-case word of a URL, or null. */
    public static @Nullable Scheme ofUrl(String word) {
        Scheme scheme = of(word);
        return scheme == null || scheme.isTcp() || scheme == API ? null : scheme;
    }

    /** Returns whether only CONNECT has this scheme, for a tunnel that is not inspected. */
    public boolean isTcp() {
        return TUNNELS.contains(this);
    }

    /** Returns what the client must speak in a tunnel of this scheme, such as {@code ssh}, or null for anything. */
    public @Nullable String spoken() {
        return isTcp() && this != TCP ? word.substring(word.indexOf('+') + 1) : null;
    }

    /** Returns the schemes that a grant of this one covers: {@code tcp} covers whatever is spoken. */
    public Set<Scheme> covered() {
        return this == TCP ? TUNNELS : Set.of(this);
    }

    /** Returns whether a request of this scheme opens a WebSocket. */
    public boolean isWebSocket() {
        return this == WS || this == WSS;
    }

    /** Returns the scheme of the HTTP request that opens a WebSocket, and this for other schemes. */
    public Scheme ofHandshake() {
        return switch (this) {
            case WS -> HTTP;
            case WSS -> HTTPS;
            case HTTP, HTTPS, S3, TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES, API -> this;
        };
    }

    /** Returns the scheme of a WebSocket that a request of this scheme opens, or null if none can. */
    public @Nullable Scheme ofWebSocket() {
        return switch (this) {
            case HTTP, WS -> WS;
            case HTTPS, WSS -> WSS;
            case S3, TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES, API -> null;
        };
    }

    /** Returns the word with which a URL of this scheme begins. */
    public String urlWord() {
        return this == API ? HTTP.word : word;
    }

    /** Returns the scheme of that lower-case word, or null. */
    public static @Nullable Scheme of(String word) {
        for (Scheme scheme : values()) {
            if (scheme.word.equals(word)) {
                return scheme;
            }
        }
        return null;
    }
}
