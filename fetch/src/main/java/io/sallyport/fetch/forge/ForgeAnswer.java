package io.sallyport.fetch.forge;

import io.netty.handler.codec.http.HttpHeaders;

/** What a forge answered, whole. */
final class ForgeAnswer {
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    ForgeAnswer(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    int status() {
        return status;
    }

    HttpHeaders headers() {
        return headers;
    }

    /** Not a copy: whoever asked for it owns it. */
    byte[] body() {
        return body;
    }
}
