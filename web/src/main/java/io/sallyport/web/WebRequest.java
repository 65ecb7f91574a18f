package io.sallyport.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.model.RequestHeaders;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;

/**
 * A head that came, and from where.
 *
 * @param head only read
 * @param local the address that the connection came to
 * @param startNanos when the head was read
 * @param loop where its answer is written
 */
public record WebRequest(
        HttpRequest head, InetSocketAddress local, InetSocketAddress peer, long startNanos, Executor loop) {
    public String method() {
        return head.method().name();
    }

    /** The request target as it was sent. */
    public String target() {
        return head.uri();
    }

    /** The target without its query: for records, since a query may hold what is nobody's business. */
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

    /** Whether another request may follow: never in HTTP/1.0, which has no clear rule for it. */
    boolean keepsAlive() {
        return isChunkable() && HttpUtil.isKeepAlive(head);
    }

    /** A caller that waits for leave to send may not send at all after a refusal: what comes next is in doubt. */
    boolean awaitsLeave() {
        return head.headers().contains(HttpHeaderNames.EXPECT);
    }
}
