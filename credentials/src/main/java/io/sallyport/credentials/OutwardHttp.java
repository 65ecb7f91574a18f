package io.sallyport.credentials;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How sources on the network are asked: one request on one connection, whose answer is taken whole and within a time
 * limit; no redirect is followed. Safe for concurrent use.
 *
 * @param loops gives the event loop of the next connection
 * @param share whose share of the dialer's slots is used
 * @param timeLimit for connection and answer together
 */
public record OutwardHttp(Dialer dialer, Supplier<EventLoop> loops, SandboxId share, Duration timeLimit) {
    /** Makes the result of an answer; the body is overwritten afterwards. */
    @FunctionalInterface
    interface AnswerReader {
        SecretFetch read(int status, byte[] body);
    }

    /** Makes something of a whole answer; the body is overwritten afterwards. */
    @FunctionalInterface
    public interface WholeReader<T> {
        T read(int status, byte[] body);
    }

    /** As {@link #exchange}; without an answer there is no secret now. */
    SecretFetch send(
            HttpMethod method,
            SecretEndpoint endpoint,
            Map<String, String> headers,
            String body,
            LongSupplier nanos,
            AnswerReader reader) {
        return exchange(method, endpoint, headers, body, nanos, reader::read, reason -> new Unavailable(reason, true));
    }

    /**
     * Sends a request and returns what {@code reader} makes of the answer. Blocks. Reasons name the endpoint, and
     * nothing that was sent or received.
     *
     * @param headers in addition to those that every request has
     * @param nanos elapsed time
     * @param failed makes the result if there is no answer, of the reason
     */
    public <T> T exchange(
            HttpMethod method,
            SecretEndpoint endpoint,
            Map<String, String> headers,
            String body,
            LongSupplier nanos,
            WholeReader<T> reader,
            Function<String, T> failed) {
        long begin = nanos.getAsLong();
        var target = new Target(
                share, endpoint.url().host(), endpoint.url().port(), endpoint.protocol(), endpoint.addresses());
        var opened = OutwardConnection.open(
                dialer,
                target,
                loops.get(),
                () -> Math.max(0, timeLimit.toNanos() - (nanos.getAsLong() - begin)),
                _ -> true);
        return switch (opened) {
            case HttpFailure failure -> failed.apply(reason(endpoint, failure));
            case OutwardConnection connection -> {
                try (connection) {
                    yield ask(connection, method, endpoint, headers, body, reader, failed);
                }
            }
        };
    }

    private static <T> T ask(
            OutwardConnection connection,
            HttpMethod method,
            SecretEndpoint endpoint,
            Map<String, String> headers,
            String body,
            WholeReader<T> reader,
            Function<String, T> failed) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Host", endpoint.url().authority());
        all.put("User-Agent", "sallyport");
        all.put("Accept-Encoding", "identity");
        all.put("Connection", "close");
        byte[] sent = body.getBytes(StandardCharsets.UTF_8);
        String path = endpoint.url().path().text();
        return switch (connection.whole(method, path, all, sent, SecretForm.MAX_BYTES)) {
            case HttpFailure failure -> failed.apply(reason(endpoint, failure));
            case HttpAnswer answer -> {
                byte[] received = answer.body();
                try {
                    yield reader.read(answer.status(), received);
                } finally {
                    Arrays.fill(received, (byte) 0);
                }
            }
        };
    }

    /** Returns the result of an answer whose status alone tells that it has no secrets. */
    static Unavailable refusal(SecretEndpoint endpoint, int status) {
        String note = status / 100 == 3 ? "; redirects are not followed" : "";
        return new Unavailable(endpoint + " answered with status " + status + note, isRetryable(status));
    }

    static boolean isRetryable(int status) {
        return status >= 500 || status == 429 || status == 408;
    }

    private static String reason(SecretEndpoint endpoint, HttpFailure failure) {
        String what = switch (failure) {
            case HttpFailure.Unreached(var _, String detail) -> "was not reached: " + detail;
            case HttpFailure.Broken(var _, String did) -> did.replaceFirst(":.*", ""); // a cause may quote
            case HttpFailure.OverCount() -> "answered too much";
            case HttpFailure.GivenUp() -> "was not waited for: the gateway ends";
        };
        return endpoint + " " + what;
    }
}
