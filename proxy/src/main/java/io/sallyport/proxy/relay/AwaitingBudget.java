package io.sallyport.proxy.relay;

import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.relay.message.HeldBody;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits for the store of shared budgets. What has not been read of its body stays unread; a body that
 * was judged stays charged to its sandbox. Confined to the event loop.
 */
final class AwaitingBudget extends ClientState {
    private final ClientConnection client;
    private final RequestHead head;
    private final Action.AwaitBudget wait;
    private final @Nullable HeldBody body;
    private final Consumer<Supply> resume;

    /**
     * @param body that was judged, or null
     * @param resume carries on with the request
     */
    AwaitingBudget(
            ClientConnection client,
            RequestHead head,
            Action.AwaitBudget wait,
            @Nullable HeldBody body,
            Consumer<Supply> resume) {
        this.client = client;
        this.head = head;
        this.wait = wait;
        this.body = body;
        this.resume = resume;
    }

    void start() {
        client.become(this);
        wait.budget().open(supply -> client.channel().eventLoop().execute(() -> answered(supply)));
    }

    /** A client that has left meanwhile has its record already; what came for it stays with the sandbox. */
    private void answered(Supply supply) {
        if (client.state() != this || !client.channel().isActive()) {
            return;
        }
        resume.accept(supply);
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

    private void leave(ReasonCode reason) {
        int read = 0;
        HeldBody judged = body;
        if (judged != null) {
            judged.charge().set(0);
            read = judged.body().bytes().length;
        }
        client.worker().append(client.worker().record(wait.draft(), reason, 0, read, 0, null));
    }

    /** The store answers, or is given up, in its own time. */
    @Override
    void sweep(long nowNanos) {}

    @Override
    void cut(ReasonCode reason) {
        leave(reason);
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }
}
