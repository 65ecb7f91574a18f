package io.sallyport.web;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** Why a request cannot be read. After each of these, it is uncertain where the next request begins. */
public enum HeadFault {
    /** Not HTTP, or broken framing, such as two lengths, or a Transfer-Encoding in HTTP/1.0. */
    MALFORMED,
    LINE_TOO_LONG,
    FIELDS_TOO_LONG,
    TOO_MANY_FIELDS,
    /** Neither HTTP/1.1 nor HTTP/1.0. */
    OTHER_VERSION,
    /** A Transfer-Encoding that is not exactly {@code chunked} (RFC 9112 section 6.1). */
    OTHER_CODING;

    /** Maps an exception of the decoder. */
    static HeadFault of(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> LINE_TOO_LONG;
            case TooLongHttpHeaderException _ -> FIELDS_TOO_LONG;
            default -> MALFORMED;
        };
    }
}
