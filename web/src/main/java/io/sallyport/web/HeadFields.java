package io.sallyport.web;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.Locale;

/** The header fields as parsed by Netty. Confined to the event loop. */
record HeadFields(HttpRequest head) implements RequestHeaders {
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
