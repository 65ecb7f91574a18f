package io.sallyport.proxy.relay;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import java.util.function.Consumer;

/**
 * A request that an endpoint of the gateway's own answers and records: its answer is sent once it is there. The
 * endpoint is told of a client that leaves in the meantime.
 */
final class AwaitingReply extends ClientState {
    private final ClientConnection client;
    private final RequestHead head;
    private final Action.Ask asked;
    private final BodyReader rest;
    private final BufferCharge charge;
    private final SweepTimer timer = new SweepTimer();

    /**
     * @param rest what has still to come of the request's body
     * @param charge for the body, until the answer begins
     */
    AwaitingReply(ClientConnection client, RequestHead head, Action.Ask asked, BodyReader rest, BufferCharge charge) {
        this.client = client;
        this.head = head;
        this.asked = asked;
        this.rest = rest;
        this.charge = charge;
    }

    /** @param asking given what is to be told of the answer, on any thread */
    void start(Consumer<Consumer<OwnReply>> asking) {
        client.become(this);
        asking.accept(reply -> client.channel().eventLoop().execute(() -> answer(reply)));
    }

    private void answer(OwnReply reply) {
        if (client.state() != this || !client.channel().isActive()) {
            leave(reply);
            return;
        }
        charge.set(0);
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

    /** What is not sent is given up, so that nothing that makes it stays open. */
    private static void leave(OwnReply reply) {
        if (reply instanceof OwnReply.Streamed streamed) {
            streamed.content().giveUp();
        }
    }

    @Override
    void gone() {
        charge.set(0);
        asked.endpoint().left();
    }

    @Override
    void sweep(long nowNanos) {
        if (timer.hasPassed(asked.endpoint().maxWait().toNanos(), nowNanos)) {
            cut(ReasonCode.INTERNAL_ERROR);
        }
    }

    @Override
    void cut(ReasonCode reason) {
        gone();
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }
}
