package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Judges the head of a request at {@code /fetch} before a byte of its body is taken: token, method, length. The
 * listener and the proxy ask the same, of heads whose framing they have judged. Safe for concurrent use; returns at
 * once.
 */
public final class FetchDoor {
    /** Bytes of a body. */
    public static final int MAX_BODY_BYTES = FetchBody.MAX_BYTES;

    private static final String BEARER = "Bearer ";

    private final FetchRuns runs;

    public FetchDoor(FetchRuns runs) {
        this.runs = runs;
    }

    /** How a head was judged. */
    public sealed interface Judged {}

    /** A fetch, once its body is there. */
    public record Admitted(FetchRun run, AcceptedAnswer accepted) implements Judged {}

    /**
     * Refused.
     *
     * @param run null where nobody is known
     * @param allow what stands in {@code Allow}, or null
     */
    public record Turned(
            FetchRefusal refused,
            @Nullable FetchRun run,
            @Nullable String allow) implements Judged {}

    /** Of a request that says by its token alone whose it is. */
    Judged judge(String method, RequestHeaders headers) {
        FetchRun run = byToken(headers);
        return run == null ? new Turned(FetchRefusal.UNAUTHORIZED, null, null) : judge(method, headers, run);
    }

    /** Of a request that is known to be {@code sandbox}'s: only its own token is one. */
    public Judged judge(String method, RequestHeaders headers, SandboxId sandbox) {
        FetchRun run = byToken(headers);
        return run == null || !run.sandbox().equals(sandbox)
                ? new Turned(FetchRefusal.UNAUTHORIZED, runs.find(sandbox), null)
                : judge(method, headers, run);
    }

    private static Judged judge(String method, RequestHeaders headers, FetchRun run) {
        if (!method.equals("POST")) {
            return new Turned(FetchRefusal.METHOD_NOT_ALLOWED, run, "POST");
        }
        if (isCoded(headers)) {
            return new Turned(FetchRefusal.malformed(415, "the body has a content coding"), run, null);
        }
        return headers.bodyBytes() > MAX_BODY_BYTES
                ? new Turned(FetchRefusal.TOO_LARGE, run, null)
                : new Admitted(run, AcceptedAnswer.by(headers.values("accept")));
    }

    private @Nullable FetchRun byToken(RequestHeaders headers) {
        List<String> credentials = headers.values("authorization");
        if (credentials.size() != 1 || !credentials.getFirst().startsWith(BEARER)) {
            return null;
        }
        String token = credentials.getFirst().substring(BEARER.length());
        return runs.findByToken(Sha256.hexOf(token));
    }

    private static boolean isCoded(RequestHeaders headers) {
        List<String> codings = headers.values("content-encoding");
        return !codings.isEmpty()
                && !String.join(",", codings).toLowerCase(Locale.ROOT).equals("identity");
    }
}
