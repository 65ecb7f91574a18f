package io.sallyport.models;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.http.AnswerPart;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.KeptConnection;
import io.sallyport.egress.http.KeptConnections;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a backend whose head is there, and perhaps the first piece of its body. Used by one thread at a time,
 * which waits; whoever has it closes it.
 */
final class BackendAnswer implements BackendResult, AutoCloseable {
    private final KeptConnections idle;
    private final KeptConnection connection;
    private final AnswerPart.Head head;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private @Nullable AnswerPart first;

    private BackendAnswer(KeptConnections idle, KeptConnection connection, AnswerPart.Head head) {
        this.idle = idle;
        this.connection = connection;
        this.head = head;
    }

    /**
     * Sends a request and waits for the head of its answer; where that succeeds, {@link #begins} waits for more. A
     * connection on which a certificate may have been shown is used for requests with that certificate alone.
     *
     * <p>A kept connection may have been closed by the backend just as it is used. So a request that got not one byte
     * of an answer on such a connection, because the backend closed it, is sent once more, on a new one.
     */
    static BackendResult ask(
            ModelResources resources,
            SandboxId sandbox,
            ModelBackend backend,
            @Nullable ClientIdentity identity,
            BackendRequest request,
            CallTime time) {
        CanonicalUrl url = backend.url();
        TargetProtocol wire = url.scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN;
        var target = new Target(sandbox, url.host(), url.port(), wire, List.of(), "", identity);
        KeptConnection kept = resources.idle().take(target, time);
        if (kept != null) {
            BackendResult result = asked(resources.idle(), kept, request);
            if (!kept.connection().isLostUnheard()) {
                return result;
            }
        }
        EventLoop loop = resources.loops().get();
        return switch (OutwardConnection.open(resources.dialer(), target, loop, time, _ -> true)) {
            case HttpFailure failure -> BackendFailure.of(failure);
            case OutwardConnection opened ->
                asked(resources.idle(), resources.idle().opened(target, opened), request);
        };
    }

    private static BackendResult asked(KeptConnections idle, KeptConnection connection, BackendRequest request) {
        byte[] body = new byte[request.body().remaining()];
        request.body().duplicate().get(body);
        HttpMethod method = body.length == 0 ? HttpMethod.GET : HttpMethod.POST;
        return switch (connection.connection().ask(method, request.target(), request.headers(), body)) {
            case AnswerPart.Head head
            when head.isCoded() -> {
                connection.connection().close();
                yield new BackendFailure(ReasonCode.UPSTREAM_MALFORMED, "answered with a content coding");
            }
            case AnswerPart.Head head -> new BackendAnswer(idle, connection, head);
            case HttpFailure failure -> BackendFailure.of(failure);
            case AnswerPart.Piece _, AnswerPart.End _ -> throw new IllegalStateException("an answer without a head");
        };
    }

    /** Waits for the first part of the body; null where it is there, or the body is empty. */
    @Nullable
    BackendFailure begins() {
        AnswerPart part = connection.connection().next();
        if (part instanceof HttpFailure failure) {
            return BackendFailure.of(failure);
        }
        first = part;
        return null;
    }

    int status() {
        return head.status();
    }

    /** The field's value, or null. */
    @Nullable
    String field(String name) {
        return head.headers().get(name);
    }

    String contentType() {
        String type = field("content-type");
        return type == null ? "application/octet-stream" : type;
    }

    /** The next part of the body. */
    AnswerPart next() {
        AnswerPart there = first;
        first = null;
        return there == null ? connection.connection().next() : there;
    }

    /** Keeps the connection of an answer that has ended whole, and closes any other. */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            idle.keep(connection);
        }
    }
}
