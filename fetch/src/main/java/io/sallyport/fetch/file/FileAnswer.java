package io.sallyport.fetch.file;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.model.ReasonCode;

/** What comes of an answer, part by part. */
sealed interface FileAnswer {
    /**
     * How it begins.
     *
     * @param length as announced, -1 where it is not
     */
    record Head(int status, HttpHeaders headers, long length) implements FileAnswer {
        boolean isCoded() {
            return headers.getAll(HttpHeaderNames.CONTENT_ENCODING).stream()
                    .anyMatch(coding -> !coding.equalsIgnoreCase("identity"));
        }
    }

    /** Some of the body. */
    final class Piece implements FileAnswer {
        private final byte[] bytes;

        Piece(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    record End() implements FileAnswer {}

    /** It does not end as it should. */
    record Broken(ReasonCode reason, String detail) implements FileAnswer {}
}
