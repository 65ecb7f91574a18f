package io.sallyport.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** One request of a connection and how far it is. Confined to the event loop. */
final class Exchange {
    final HttpRequest head;
    final long startNanos;
    /** Whether another request may follow on the connection. */
    boolean keepAlive;
    /** Set once it passed the front door; until then, and where it did not, its body is thrown away. */
    FrontDoor.@Nullable Passed passed;

    /** Where its body is collected, as long as it is wanted. */
    @Nullable
    Body body;

    int discarded;
    /** The request was read to its end. */
    boolean ended;
    /** An answer is on its way, or will be. */
    boolean settled;
    /** The answer was handed to the network. */
    boolean answered;

    Exchange(HttpRequest head, long startNanos) {
        this.head = head;
        this.startNanos = startNanos;
        keepAlive = head.protocolVersion().equals(HttpVersion.HTTP_1_1) && HttpUtil.isKeepAlive(head);
    }

    boolean isHead() {
        return HttpMethod.HEAD.equals(head.method());
    }

    /** A caller that waits for leave to send may not send at all after a refusal: what comes next is in doubt. */
    boolean awaitsLeave() {
        return head.headers().contains(HttpHeaderNames.EXPECT);
    }

    /** For the audit: never the query. */
    String path() {
        String uri = head.uri();
        int mark = uri.indexOf('?');
        return mark < 0 ? uri : uri.substring(0, mark);
    }

    void releaseBody() {
        Body held = body;
        if (held != null) {
            body = null;
            held.release();
        }
    }
}
