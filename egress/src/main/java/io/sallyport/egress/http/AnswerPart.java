package io.sallyport.egress.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;

/** What comes of an answer, part by part. */
public sealed interface AnswerPart permits AnswerPart.Head, AnswerPart.Piece, AnswerPart.End, HttpFailure {
    /**
     * How it begins.
     *
     * @param length as announced, -1 where it is not
     */
    record Head(int status, HttpHeaders headers, long length) implements AnswerPart {
        /** Whether its body would have to be decoded. */
        public boolean isCoded() {
            return headers.getAll(HttpHeaderNames.CONTENT_ENCODING).stream()
                    .anyMatch(coding -> !coding.equalsIgnoreCase("identity"));
        }
    }

    /** Some of the body. */
    final class Piece implements AnswerPart {
        private final byte[] bytes;

        Piece(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Not a copy: whoever takes the piece owns it. */
        public byte[] bytes() {
            return bytes;
        }
    }

    /** The answer is whole. */
    record End() implements AnswerPart {}
}
