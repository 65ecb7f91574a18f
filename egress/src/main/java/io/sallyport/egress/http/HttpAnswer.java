package io.sallyport.egress.http;

import io.netty.handler.codec.http.HttpHeaders;

/** What a target answered, whole. Used by one thread. */
public final class HttpAnswer implements WholeAnswer {
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    HttpAnswer(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    public int status() {
        return status;
    }

    public HttpHeaders headers() {
        return headers;
    }

    /** Not a copy: whoever asked for it owns it. */
    public byte[] body() {
        return body;
    }
}
