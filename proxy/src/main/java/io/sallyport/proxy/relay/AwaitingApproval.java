package io.sallyport.proxy.relay;

import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AwaitedApproval;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.relay.message.HeldBody;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits for a person. What has not been read of its body stays unread; a body that was judged stays
 * charged to its sandbox. Confined to the event loop.
 */
final class AwaitingApproval extends ClientState {
    private final ClientConnection client;
    private final RequestHead head;
    private final Action.Hold hold;
    private final AwaitedApproval approval;
    private final @Nullable HeldBody body;
    private final Consumer<RequestApproval> resume;
    private final SweepTimer timer = new SweepTimer();
    private @Nullable HeldRequest waiting;

    /**
     * @param body that was judged, or null
     * @param resume carries on with the request once it is approved
     */
    AwaitingApproval(
            ClientConnection client,
            RequestHead head,
            Action.Hold hold,
            @Nullable HeldBody body,
            Consumer<RequestApproval> resume) {
        this.client = client;
        this.head = head;
        this.hold = hold;
        this.approval = hold.approval();
        this.body = body;
        this.resume = resume;
    }

    void start() {
        client.become(this);
        switch (approval.open(said -> client.channel().eventLoop().execute(() -> answered(said)))) {
            case HeldRequests.Held(HeldRequest held) -> {
                waiting = held;
                client.worker().append(approval.opened(held));
            }
            case HeldRequests.NotHeld(String why) -> refuse(approval.unasked(why));
        }
    }

    /** A client that has left meanwhile has its record already; that of the answer is written all the same. */
    private void answered(HeldRequests.Answered said) {
        waiting = null;
        client.worker().append(approval.answered(said));
        if (client.state() != this || !client.channel().isActive()) {
            return;
        }
        RequestApproval given = said.approval();
        if (given == null) {
            refuse(approval.denied(said.answer()));
        } else {
            resume.accept(given);
            client.resume();
        }
    }

    private void refuse(Action.Refuse refuse) {
        HeldBody judged = body;
        if (judged == null) {
            Answering.refuse(client, head, refuse);
        } else {
            judged.charge().set(0);
            Answering.refuse(client, head, refuse, judged.reader(), null);
        }
        client.resume();
    }

    @Override
    void inputEnded() {}

    @Override
    HalfCloseProbe probe() {
        return HalfCloseProbe.beforeAnswer(head);
    }

    @Override
    void gone() {
        leave(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    void sweep(long nowNanos) {
        boolean isOver = timer.hasPassed(approval.timeout().toNanos(), nowNanos);
        if (isOver && ended(ReasonCode.ASK_EXPIRED)) {
            refuse(approval.expired());
        }
    }

    /** Whether nobody had answered; the wait is over then. */
    private boolean ended(ReasonCode reason) {
        HeldRequest held = waiting;
        if (held == null || !approval.end(held)) {
            return false;
        }
        waiting = null;
        client.worker().append(approval.ended(reason));
        return true;
    }

    private void leave(ReasonCode reason) {
        ended(reason);
        int read = 0;
        HeldBody judged = body;
        if (judged != null) {
            judged.charge().set(0);
            read = judged.body().bytes().length;
        }
        client.worker().append(client.worker().record(hold.draft(), reason, 0, read, 0, null));
    }

    @Override
    void cut(ReasonCode reason) {
        leave(reason);
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }
}
