package io.sallyport.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.model.message.RequestHeaders;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;

/**
 * A received head and its connection's addresses.
 *
 * @param head read-only
 * @param local the address that the connection was made to
 * @param startNanos when the head was read
 * @param loop where the answer is written
 */
public record WebRequest(
        HttpRequest head, InetSocketAddress local, InetSocketAddress peer, long startNanos, Executor loop) {
    public String method() {
        return head.method().name();
    }

    /** Returns the request target as sent. */
    public String target() {
        return head.uri();
    }

    /** Returns the target without its query; used in records, since a query may hold secrets. */
    public String path() {
        int mark = head.uri().indexOf('?');
        return mark < 0 ? head.uri() : head.uri().substring(0, mark);
    }

    public RequestHeaders headers() {
        return new HeadFields(head);
    }

    boolean isHead() {
        return HttpMethod.HEAD.equals(head.method());
    }

    boolean isChunkable() {
        return head.protocolVersion().equals(HttpVersion.HTTP_1_1);
    }

    /** Returns whether another request may follow; never in HTTP/1.0, which has no clear rule for it. */
    boolean keepsAlive() {
        return isChunkable() && HttpUtil.isKeepAlive(head);
    }

    /**
     * Returns whether the caller waits for permission to send its body. After a refusal it may not send the body at
     * all, so what follows is uncertain.
     */
    boolean awaitsLeave() {
        return head.headers().contains(HttpHeaderNames.EXPECT);
    }
}
