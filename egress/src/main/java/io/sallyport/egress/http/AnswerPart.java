package io.sallyport.egress.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;

/** A part of an answer, in the order of arrival. */
public sealed interface AnswerPart permits AnswerPart.Head, AnswerPart.Piece, AnswerPart.End, HttpFailure {
    /**
     * The head of the answer.
     *
     * @param length the announced length, or -1 if none was announced
     * @param keepsAlive whether its version and {@code Connection} let the connection live on (RFC 9112 section 9.3)
     */
    record Head(int status, HttpHeaders headers, long length, boolean keepsAlive) implements AnswerPart {
        /** Returns whether the body has a content coding. */
        public boolean isCoded() {
            return headers.getAll(HttpHeaderNames.CONTENT_ENCODING).stream()
                    .anyMatch(coding -> !coding.equalsIgnoreCase("identity"));
        }
    }

    /** A piece of the body. */
    final class Piece implements AnswerPart {
        private final byte[] bytes;

        Piece(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Returns the bytes without a copy; the receiver of the piece owns them. */
        public byte[] bytes() {
            return bytes;
        }
    }

    /** The answer is complete. */
    record End() implements AnswerPart {}
}
