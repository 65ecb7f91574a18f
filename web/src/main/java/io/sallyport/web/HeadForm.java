package io.sallyport.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/** Whether a decoded head determines unambiguously where its request ends. */
sealed interface HeadForm {
    record Sound() implements HeadForm {}

    record Faulty(HeadFault fault) implements HeadForm {}

    static HeadForm of(HttpRequest head, int maxFields) {
        if (!head.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && !head.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return new Faulty(HeadFault.OTHER_VERSION);
        }
        if (head.headers().size() > maxFields) {
            return new Faulty(HeadFault.TOO_MANY_FIELDS);
        }
        List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        boolean isChunked = codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst());
        return codings.isEmpty() || isChunked ? new Sound() : new Faulty(HeadFault.OTHER_CODING);
    }
}
