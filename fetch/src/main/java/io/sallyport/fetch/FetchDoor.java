package io.sallyport.fetch;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.tree.Sha256;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges the head of a request before a byte of its body is taken: path, token, method, length. Confined to the event loop. */
final class FetchDoor {
    private static final String FETCH = "/fetch";
    private static final String HEALTH = "/healthz";
    private static final String BEARER = "Bearer ";
    private static final String TAR = "application/x-tar";

    private final FetchRuns runs;
    private final PeerLimit limit;

    FetchDoor(FetchRuns runs, PeerLimit limit) {
        this.runs = runs;
        this.limit = limit;
    }

    /** How a head was judged. */
    sealed interface Judged {}

    /** A fetch, once its body is there. */
    record Fetch(FetchRun run, boolean asArchive) implements Judged {}

    /** Somebody asks whether this is alive. */
    record Health() implements Judged {}

    /**
     * Refused.
     *
     * @param run null where nobody is known
     * @param allow what stands in {@code Allow}, or null
     */
    record Turned(
            Refused refused,
            @Nullable FetchRun run,
            @Nullable String allow) implements Judged {}

    Judged judge(HttpRequest head, InetAddress peer) {
        String path = path(head.uri());
        if (path.equals(HEALTH)) {
            return health(head, peer);
        }
        if (!path.equals(FETCH)) {
            return unknown(Refused.notFound(), peer);
        }
        FetchRun run = run(head);
        if (run == null) {
            return unknown(Refused.unauthorized(), peer);
        }
        if (!head.method().equals(HttpMethod.POST)) {
            return new Turned(Refused.methodNotAllowed(), run, "POST");
        }
        Refused unfit = unfit(head);
        return unfit == null ? new Fetch(run, wantsTar(head)) : new Turned(unfit, run, null);
    }

    private Judged health(HttpRequest head, InetAddress peer) {
        if (!limit.admits(peer)) {
            return new Turned(Refused.tooManyGuesses(), null, null);
        }
        return head.method().equals(HttpMethod.GET)
                ? new Health()
                : new Turned(Refused.methodNotAllowed(), null, "GET");
    }

    private Turned unknown(Refused refused, InetAddress peer) {
        return new Turned(limit.admits(peer) ? refused : Refused.tooManyGuesses(), null, null);
    }

    /** Of an absolute-form target what follows its authority (RFC 9112 section 3.2.2). */
    private static String path(String target) {
        if (target.startsWith("http://")) {
            int slash = target.indexOf('/', "http://".length());
            return slash < 0 ? "" : target.substring(slash);
        }
        return target;
    }

    private @Nullable FetchRun run(HttpRequest head) {
        List<String> credentials = head.headers().getAll(HttpHeaderNames.AUTHORIZATION);
        if (credentials.size() != 1 || !credentials.getFirst().startsWith(BEARER)) {
            return null;
        }
        String token = credentials.getFirst().substring(BEARER.length());
        return runs.findByToken(
                Sha256.of(token.getBytes(StandardCharsets.UTF_8)).hex());
    }

    private static @Nullable Refused unfit(HttpRequest head) {
        List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        boolean isChunked = codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst());
        if (!codings.isEmpty() && (!isChunked || head.protocolVersion().equals(HttpVersion.HTTP_1_0))) {
            return Refused.malformed(400, "Transfer-Encoding is not exactly \"chunked\"");
        }
        String coding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            return Refused.malformed(415, "the body has a content coding");
        }
        return HttpUtil.getContentLength(head, 0L) > FetchBody.MAX_BYTES ? Refused.tooLarge() : null;
    }

    private static boolean wantsTar(HttpRequest head) {
        return head.headers().getAll(HttpHeaderNames.ACCEPT).stream().anyMatch(accept -> accept.contains(TAR));
    }
}
