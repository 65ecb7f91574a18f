package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A request that the fetch endpoint answers and records: its answer is sent once it is there. A client that leaves in
 * the meantime leaves the fetch to come to its end.
 */
final class AwaitingReply extends ClientState {
    /** A fetch ends by itself long before. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(2);

    private final ClientConnection client;
    private final RequestHead head;
    private final Action.Fetch asked;
    private final BodyReader rest;
    private final SweepTimer timer = new SweepTimer();

    /** @param rest what has still to come of the request's body */
    AwaitingReply(ClientConnection client, RequestHead head, Action.Fetch asked, BodyReader rest) {
        this.client = client;
        this.head = head;
        this.asked = asked;
        this.rest = rest;
    }

    /** @param asking given what is to be told of the answer, on any thread */
    void start(Consumer<Consumer<OwnReply>> asking) {
        client.become(this);
        asking.accept(reply -> client.channel().eventLoop().execute(() -> answer(reply)));
    }

    private void answer(OwnReply reply) {
        if (client.state() != this || !client.channel().isActive()) {
            return;
        }
        switch (reply) {
            case OwnReply.Whole whole -> Answering.recorded(client, head, asked, whole, rest);
            case OwnReply.Streamed streamed -> new StreamingAnswer(client, head, streamed, asked.close()).start();
        }
    }

    @Override
    void inputEnded() {}

    @Override
    HalfCloseProbe probe() {
        return HalfCloseProbe.beforeAnswer(head);
    }

    @Override
    void gone() {}

    @Override
    void sweep(long nowNanos) {
        if (timer.hasPassed(MAX_WAIT.toNanos(), nowNanos)) {
            cut(ReasonCode.INTERNAL_ERROR);
        }
    }

    @Override
    void cut(ReasonCode reason) {
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }
}
