package io.sallyport.admin;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a probe: one request, one answer, closed. Whatever {@code Host} names is answered, since probes come by
 * addresses that the gateway does not know, and say nothing but whether it serves; metrics name sandboxes, so they are
 * kept to {@link HostRule}, or a page in a browser could read them. One for each channel, confined to its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class HealthConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final HostRule HOSTS = new HostRule(Set.of());

    private final Readiness readiness;
    private final @Nullable Metrics metrics;
    private final Executor scraper;
    private final Connections connections;
    private final Deadline deadline = new Deadline();
    private boolean answered;

    HealthConnection(Readiness readiness, @Nullable Metrics metrics, Executor scraper, Connections connections) {
        this.readiness = readiness;
        this.metrics = metrics;
        this.scraper = scraper;
        this.connections = connections;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (connections.opened(ctx.channel())) {
            deadline.in(MOST, ctx.channel().eventLoop(), ctx::close);
        } else {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline.cancel();
        connections.closed(ctx.channel());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (answered) {
            return;
        }
        if (part.decoderResult().isFailure()) {
            answer(ctx, false, problem(400, "INVALID_REQUEST", "the request is malformed"));
        } else if (part instanceof HttpRequest head) {
            boolean headOnly = head.method().name().equals("HEAD");
            if (headOnly || head.method().name().equals("GET")) {
                answer(ctx, head, headOnly);
            } else {
                Answer refused = problem(405, "METHOD_NOT_ALLOWED", "the path has no such method (expected: GET)");
                answer(ctx, false, refused.with("Allow", "GET, HEAD"));
            }
        }
    }

    private void answer(ChannelHandlerContext ctx, HttpRequest head, boolean headOnly) {
        int query = head.uri().indexOf('?');
        switch (query < 0 ? head.uri() : head.uri().substring(0, query)) {
            case "/healthz" -> answer(ctx, headOnly, Answer.text(200, Answer.JSON, Calls.ALIVE));
            case "/readyz" -> answer(ctx, headOnly, Calls.ready(readiness));
            case "/metrics" -> scrape(ctx, head, headOnly);
            default -> answer(ctx, headOnly, nowhere());
        }
    }

    private void scrape(ChannelHandlerContext ctx, HttpRequest head, boolean headOnly) {
        Metrics shown = metrics;
        List<String> host = head.headers().getAll(HttpHeaderNames.HOST);
        var local = (InetSocketAddress) ctx.channel().localAddress();
        if (shown == null) {
            answer(ctx, headOnly, nowhere());
        } else if (host.size() != 1 || !HOSTS.admits(host.getFirst(), local)) {
            answer(
                    ctx,
                    headOnly,
                    problem(403, "HOST_REFUSED", "Host names another server (expected: the address that is asked)"));
        } else {
            scrape(ctx, shown, headOnly);
        }
    }

    private void scrape(ChannelHandlerContext ctx, Metrics shown, boolean headOnly) {
        answered = true;
        try {
            scraper.execute(() -> {
                Answer answer = scraped(shown);
                ctx.channel().eventLoop().execute(() -> answer(ctx, headOnly, answer));
            });
        } catch (RejectedExecutionException _) {
            answer(
                    ctx,
                    headOnly,
                    Problem.unavailable("metrics are being read already").answer());
        }
    }

    private static Answer scraped(Metrics shown) {
        try {
            return Answer.text(200, Calls.PROMETHEUS, shown.scrape());
        } catch (RuntimeException _) {
            return Problem.fault().answer();
        }
    }

    private static Answer nowhere() {
        return problem(404, "NOT_FOUND", "there is no such path");
    }

    private static Answer problem(int status, String code, String message) {
        return Problem.of(status, code, message).answer();
    }

    private void answer(ChannelHandlerContext ctx, boolean headOnly, Answer answer) {
        answered = true;
        ctx.writeAndFlush(Responses.of(answer, false, headOnly)).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close(); // a connection that was reset, mostly
    }
}
