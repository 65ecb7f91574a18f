package io.sallyport.proxy.relay.message;

import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import org.jspecify.annotations.Nullable;

/** How an answer is framed for the client that asked for it. */
public final class AnswerFraming {
    private AnswerFraming() {}

    /** A body without a known length is chunked for HTTP/1.1, and ended by the connection for HTTP/1.0. */
    public static Framing sent(Framing come, RequestHead request) {
        boolean unknown = come instanceof Framing.Chunked || come instanceof Framing.UntilClose;
        if (!unknown) {
            return come;
        }
        return request.minorVersion() == 1 ? Framing.CHUNKED : Framing.UNTIL_CLOSE;
    }

    /** What a HEAD or a 304 says of the length that it does not send, or null. */
    public static @Nullable String bareLength(Framing come, RequestHead request, ResponseHead answer) {
        boolean says = request.method().equals("HEAD") || answer.status() == 304;
        return come instanceof Framing.None && says && answer.status() != 204
                ? answer.fields().first("Content-Length")
                : null;
    }
}
