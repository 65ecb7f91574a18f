package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request whose body is there, while the policies are asked with it: at once, or, where that takes the event loop too
 * long, beside it. An end that comes meanwhile waits for the verdict, since the record is written from it. Confined to
 * its event loop.
 */
final class JudgingBody extends ClientState {
    private static final Logger LOG = LoggerFactory.getLogger(JudgingBody.class);

    private static final int MOST_BYTES_ON_LOOP = 16 << 10;

    private final ClientConnection client;
    private final RequestHead head;
    private final Action.ReadBody asked;
    private final HeldBody held;
    private @Nullable ReasonCode end;

    JudgingBody(ClientConnection client, RequestHead head, Action.ReadBody asked, HeldBody held) {
        this.client = client;
        this.head = head;
        this.asked = asked;
        this.held = held;
    }

    /** What the policies say, and how the calls in the body hear of a refusal. */
    private record BodyVerdict(
            Action.OfWhole action, @Nullable String calls) {}

    /** Whether an event loop must not judge that body: each MiB takes some 15 ms. */
    static boolean takesLong(RequestBody body) {
        return body.bytes().length > MOST_BYTES_ON_LOOP;
    }

    void start() {
        client.become(this);
        if (!takesLong(held.body())) {
            settled(judge());
            return;
        }
        try {
            client.worker().gate().judging().execute(() -> {
                BodyVerdict verdict = judge();
                client.channel().eventLoop().execute(() -> settled(verdict));
            });
        } catch (RejectedExecutionException full) {
            settled(unjudged(ReasonCode.BUFFERS_FULL));
        }
    }

    private BodyVerdict judge() {
        try {
            return asked();
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("a body is refused by a fault of ours", broken);
            return unjudged(ReasonCode.INTERNAL_ERROR);
        }
    }

    private BodyVerdict asked() {
        RequestBody body = held.body();
        Action.OfWhole action = asked.body().judged(body);
        return new BodyVerdict(
                action,
                action instanceof Action.Refuse refuse ? asked.body().inWordsOfCalls(body, refuse.refusal()) : null);
    }

    private BodyVerdict unjudged(ReasonCode reason) {
        var refusal = client.worker().gate().path().failed(asked.draft(), reason, null);
        return new BodyVerdict(Action.Refuse.of(asked.draft(), refusal), null);
    }

    private void settled(BodyVerdict verdict) {
        if (end != null) {
            held.charge().set(0);
            client.worker()
                    .append(client.worker()
                            .record(asked.draft(), end, 0, held.body().bytes().length, 0, null));
            client.become(new LingeringClose(client));
            Channels.close(client.channel());
            return;
        }
        switch (verdict.action()) {
            case Action.Refuse refuse -> {
                held.charge().set(0);
                Answering.refuse(client, head, refuse, held.reader(), verdict.calls());
            }
            case Action.Forward forward -> {
                new ForwardedExchange(client, head, forward, held).start();
                client.resume();
            }
        }
    }

    @Override
    void inputEnded() {}

    @Override
    void gone() {
        cut(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    void sweep(long nowNanos) {}

    @Override
    void cut(ReasonCode reason) {
        end = end == null ? reason : end;
    }
}
