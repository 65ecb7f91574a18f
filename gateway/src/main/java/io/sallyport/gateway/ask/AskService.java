package io.sallyport.gateway.ask;

import io.netty.channel.EventLoopGroup;
import io.sallyport.auditexport.sink.HttpReceiver;
import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.egress.NettyDialer;
import io.sallyport.transport.Transport;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The webhook of the configuration, with a dialer and an event loop of its own. Safe for concurrent use. */
public final class AskService implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final long LOOPS_END_SECONDS = 5;

    private final AskWebhook webhook;
    private final NettyDialer dialer;
    private final EventLoopGroup loops;

    private AskService(AskWebhook webhook, NettyDialer dialer, EventLoopGroup loops) {
        this.webhook = webhook;
        this.dialer = dialer;
        this.loops = loops;
    }

    /**
     * Begins to tell of requests that wait.
     *
     * @param dialer for event loops of {@code transport}; closed with it
     */
    public static AskService start(HttpSettings settings, NettyDialer dialer, Transport transport, HeldRequests asks) {
        EventLoopGroup loops = transport.newLoops(1, "ask-webhook");
        var receiver = new HttpReceiver(settings, dialer, loops::next, System::nanoTime);
        return new AskService(AskWebhook.start(asks, receiver, FIRST_PAUSE), dialer, loops);
    }

    @Override
    public void close() {
        webhook.close();
        dialer.close();
        loops.shutdownGracefully(0, LOOPS_END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
