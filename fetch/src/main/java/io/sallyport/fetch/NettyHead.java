package io.sallyport.fetch;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.model.RequestHeaders;
import java.util.List;
import java.util.Locale;

/** A head as Netty reads it. Confined to the event loop. */
record NettyHead(HttpRequest head) implements RequestHeaders {
    static FetchHead of(HttpRequest head) {
        return new FetchHead(head.method().name(), new NettyHead(head), isFramed(head));
    }

    private static boolean isFramed(HttpRequest head) {
        HttpHeaders headers = head.headers();
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        boolean isChunked = codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst());
        return codings.isEmpty() || (isChunked && !head.protocolVersion().equals(HttpVersion.HTTP_1_0));
    }

    @Override
    public List<String> names() {
        return head.headers().names().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }

    @Override
    public List<String> values(String name) {
        return head.headers().getAll(name);
    }

    @Override
    public long bodyBytes() {
        return HttpUtil.isTransferEncodingChunked(head) ? UNKNOWN_LENGTH : HttpUtil.getContentLength(head, 0L);
    }
}
