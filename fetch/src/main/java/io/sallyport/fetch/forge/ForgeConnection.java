package io.sallyport.fetch.forge;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.http.ByteCount;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.model.ReasonCode;
import java.util.Map;

/**
 * One connection to a forge, whose answers are taken whole; one request after the other. Used by one thread, which
 * waits.
 */
public final class ForgeConnection implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final OutwardConnection connection;

    private ForgeConnection(OutwardConnection connection) {
        this.connection = connection;
    }

    /**
     * Connects, or waits until the deadline, which holds for all requests.
     *
     * @param count is told of all that comes
     * @throws RefusedException where it is not reached
     */
    public static ForgeConnection open(
            Dialer dialer, Target target, EventLoop loop, FetchDeadline deadline, ByteCount count)
            throws RefusedException {
        return switch (OutwardConnection.open(dialer, target, loop, deadline::remainingNanos, count)) {
            case OutwardConnection connection -> new ForgeConnection(connection);
            case HttpFailure failure -> throw new RefusedException(refused(failure));
        };
    }

    /** Asks and waits for the whole answer, of at most {@code mostBytes}. */
    public HttpAnswer get(String target, Map<String, String> headers, long mostBytes) throws RefusedException {
        return send(HttpMethod.GET, target, headers, NOTHING, mostBytes);
    }

    /** Posts {@code body}, of which no copy is made, and waits for the whole answer, of at most {@code mostBytes}. */
    public HttpAnswer post(String target, Map<String, String> headers, byte[] body, long mostBytes)
            throws RefusedException {
        return send(HttpMethod.POST, target, headers, body, mostBytes);
    }

    private HttpAnswer send(HttpMethod method, String target, Map<String, String> headers, byte[] body, long mostBytes)
            throws RefusedException {
        return switch (connection.whole(method, target, headers, body, mostBytes)) {
            case HttpAnswer answer -> answer;
            case HttpFailure failure -> throw new RefusedException(refused(failure));
        };
    }

    private static FetchRefusal refused(HttpFailure failure) {
        return switch (failure) {
            case HttpFailure.Unreached(var reason, var detail) ->
                FetchRefusal.forgeFailed(reason, "the forge was not reached: " + detail);
            case HttpFailure.Broken(var reason, var what) -> FetchRefusal.forgeFailed(reason, "the forge " + what);
            case HttpFailure.OverCount() -> FetchRefusal.overLimit("the run has received as many bytes as it may");
            case HttpFailure.GivenUp() -> FetchRefusal.forgeFailed(ReasonCode.SHUTTING_DOWN, "the fetch was given up");
        };
    }

    /** Whether it may be asked once more. */
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public void close() {
        connection.close();
    }
}
