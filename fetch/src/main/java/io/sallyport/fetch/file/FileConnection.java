package io.sallyport.fetch.file;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.http.AnswerPart;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ReasonCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection for one answer, which is taken piece by piece. Used by one thread, which waits. */
final class FileConnection implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final OutwardConnection connection;

    private FileConnection(OutwardConnection connection) {
        this.connection = connection;
    }

    static FileConnection open(Dialer dialer, Target target, EventLoop loop, FetchDeadline deadline)
            throws RefusedException {
        // What a file costs is charged as its pieces are taken.
        return switch (OutwardConnection.open(dialer, target, loop, deadline::remainingNanos, _ -> true)) {
            case OutwardConnection connection -> new FileConnection(connection);
            case HttpFailure failure -> throw refused(failure);
        };
    }

    /** Asks, and waits for the head of the answer. Nothing is sent that says who asks. */
    AnswerPart.Head get(CanonicalUrl url) throws RefusedException {
        Map<String, String> headers = Map.of(
                "Host", url.authority(),
                "User-Agent", "sallyport",
                "Accept", "*/*",
                "Accept-Encoding", "identity",
                "Connection", "close");
        return switch (connection.ask(HttpMethod.GET, url.path().text() + url.query(), headers, NOTHING)) {
            case AnswerPart.Head head -> head;
            case HttpFailure failure -> throw refused(failure);
            case AnswerPart.Piece _, AnswerPart.End _ -> throw new IllegalStateException("an answer without a head");
        };
    }

    /** The next piece of the body, or null at its end. */
    byte @Nullable [] next() throws RefusedException {
        return switch (connection.next()) {
            case AnswerPart.Piece piece -> piece.bytes();
            case AnswerPart.End() -> null;
            case HttpFailure failure -> throw refused(failure);
            case AnswerPart.Head _ -> throw new IllegalStateException("a second head in an answer");
        };
    }

    private static RefusedException refused(HttpFailure failure) {
        return new RefusedException(
                switch (failure) {
                    case HttpFailure.Unreached(var reason, var detail) -> FetchRefusal.fileFailed(reason, detail);
                    case HttpFailure.Broken(var reason, var what) ->
                        FetchRefusal.fileFailed(reason, "the target " + what);
                    case HttpFailure.OverCount() ->
                        FetchRefusal.overLimit("the run has received as many bytes as it may");
                    case HttpFailure.GivenUp() ->
                        FetchRefusal.fileFailed(ReasonCode.SHUTTING_DOWN, "the fetch was given up");
                });
    }

    @Override
    public void close() {
        connection.close();
    }
}
