package io.sallyport.proxy.intercept;

import java.util.List;

/** What the gateway speaks with a client in a tunnel that it opens, most wanted first. */
public enum TunnelProtocols {
    /** It opens none. */
    NONE,
    HTTP_1,
    HTTP_1_AND_2;

    /** As ALPN names them (RFC 7301). */
    public List<String> names() {
        return switch (this) {
            case NONE -> List.of();
            case HTTP_1 -> List.of("http/1.1");
            case HTTP_1_AND_2 -> List.of("h2", "http/1.1");
        };
    }

    /** Whether a client with that hello can be served. */
    public boolean serves(ClientHello hello) {
        return switch (this) {
            case NONE -> false;
            case HTTP_1 -> hello.acceptsHttp1();
            case HTTP_1_AND_2 -> hello.acceptsHttp1() || hello.acceptsHttp2();
        };
    }
}
