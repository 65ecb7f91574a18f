package io.sallyport.fetch.forge;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.http.ByteCount;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one fetch to one forge: counted, in time, and only to the API that the operator configured. A redirect
 * is an error, so neither credential nor trust moves on. Confined to the thread of the fetch, which it blocks.
 */
final class ForgeCalls implements AutoCloseable {
    private static final String USER_AGENT = "sallyport";
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);
    private static final Duration RETRY_AFTER_UNKNOWN = Duration.ofMinutes(1);

    private final ForgeSite site;
    private final Target target;
    private final Dialer dialer;
    private final EventLoop loop;
    private final FetchBounds bounds;
    private final FetchDeadline deadline;
    private final InstantSource wall;
    private final ByteCount count;
    private @Nullable ForgeConnection connection;
    private @Nullable ForgeCredential credential;
    private int calls;

    ForgeCalls(
            ForgeSite site,
            SandboxId sandbox,
            Dialer dialer,
            EventLoop loop,
            FetchBounds bounds,
            FetchDeadline deadline,
            InstantSource wall,
            ByteCount count) {
        this.site = site;
        this.target = new Target(
                sandbox,
                site.api().host(),
                site.api().port(),
                site.api().scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN);
        this.dialer = dialer;
        this.loop = loop;
        this.bounds = bounds;
        this.deadline = deadline;
        this.wall = wall;
        this.count = count;
        this.credential = site.credential();
    }

    /**
     * The answer with status 200.
     *
     * @param path below the API's base, escaped
     */
    HttpAnswer get(String path, Map<String, String> headers, long mostBytes) throws RefusedException {
        HttpAnswer answer = ask(path, headers, mostBytes);
        if (answer.status() == 200) {
            return answer;
        }
        FetchRefusal refused =
                FetchRefusal.forgeFailed(ReasonCode.UPSTREAM_REFUSED, "the forge answered " + answer.status());
        throw isForNobody(answer) && site.credential() == null
                ? new ApiUnsuitableException(refused)
                : new RefusedException(refused);
    }

    /** As {@link #get}, or null where the forge knows of nothing there. */
    @Nullable
    HttpAnswer find(String path, Map<String, String> headers, long mostBytes) throws RefusedException {
        HttpAnswer answer = ask(path, headers, mostBytes);
        return answer.status() == 200 ? answer : null;
    }

    private HttpAnswer ask(String path, Map<String, String> headers, long mostBytes) throws RefusedException {
        HttpAnswer answer = call(path, headers, mostBytes);
        if (credential != null && isForNobody(answer) && !isThrottled(answer)) {
            credential = null; // a public repository may still answer to nobody in particular
            answer = call(path, headers, mostBytes);
        }
        if (isThrottled(answer)) {
            throw new RefusedException(FetchRefusal.throttled(
                    "the forge answered " + answer.status() + ": its quota is used up", retryAfter(answer.headers())));
        }
        return answer;
    }

    private static boolean isForNobody(HttpAnswer answer) {
        return answer.status() == 401 || answer.status() == 403;
    }

    /** Refuses before they are made what are more calls than there may be. */
    void requireLeft(int wanted) throws RefusedException {
        if (calls + wanted > bounds.calls()) {
            throw tooMany();
        }
    }

    private ApiUnsuitableException tooMany() {
        return new ApiUnsuitableException(FetchRefusal.unsafe("more than " + bounds.calls() + " calls to the forge"));
    }

    private HttpAnswer call(String path, Map<String, String> headers, long mostBytes) throws RefusedException {
        calls++;
        if (calls > bounds.calls()) {
            throw tooMany();
        }
        var all = new HashMap<>(headers);
        all.put("Host", site.api().authority());
        all.put("User-Agent", USER_AGENT);
        all.put("Accept-Encoding", "identity");
        if (credential != null) {
            all.put("Authorization", credential.header());
        }
        return connected().get(site.basePath() + path, all, mostBytes);
    }

    private ForgeConnection connected() throws RefusedException {
        ForgeConnection open = connection;
        if (open == null || !open.isOpen()) {
            open = ForgeConnection.open(dialer, target, loop, deadline, count);
            connection = open;
        }
        return open;
    }

    private static boolean isThrottled(HttpAnswer answer) {
        return answer.status() == 429
                || (answer.status() == 403
                        && (answer.headers().contains("Retry-After")
                                || "0".equals(answer.headers().get("X-RateLimit-Remaining"))
                                || "0".equals(answer.headers().get("RateLimit-Remaining"))));
    }

    private Duration retryAfter(HttpHeaders headers) {
        long seconds = number(headers.get("Retry-After"));
        if (seconds < 0) {
            long reset = Math.max(number(headers.get("X-RateLimit-Reset")), number(headers.get("RateLimit-Reset")));
            seconds = reset < 0
                    ? RETRY_AFTER_UNKNOWN.toSeconds()
                    : reset - wall.instant().getEpochSecond();
        }
        return Duration.ofSeconds(Math.clamp(seconds, 1, LONGEST_RETRY_AFTER.toSeconds()));
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,12}") ? Long.parseLong(text) : -1;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
