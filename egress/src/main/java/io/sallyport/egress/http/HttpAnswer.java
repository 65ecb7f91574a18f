package io.sallyport.egress.http;

import io.netty.handler.codec.http.HttpHeaders;

/** A complete answer of a target. Confined to one thread. */
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

    /** Returns the body without a copy; the caller owns it. */
    public byte[] body() {
        return body;
    }
}
