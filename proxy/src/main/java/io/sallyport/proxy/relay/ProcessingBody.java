package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.message.HeldBody;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request whose body is there, while something is made of it: at once, or, where that takes the event loop too long,
 * beside it. An end that comes meanwhile waits for the result, since the record is written from it. Confined to its
 * event loop.
 *
 * @param <R> what is made of it
 */
abstract class ProcessingBody<R> extends ClientState {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessingBody.class);

    final ClientConnection client;
    final RequestHead head;
    final HeldBody held;
    private final AuditDraft draft;
    private @Nullable ReasonCode end;

    ProcessingBody(ClientConnection client, RequestHead head, HeldBody held, AuditDraft draft) {
        this.client = client;
        this.head = head;
        this.held = held;
        this.draft = draft;
    }

    /** Makes it; on the event loop or beside it. */
    abstract R made();

    /** What it is where it was not made. */
    abstract R failed(ReasonCode reason);

    /** Carries on with it, on the event loop. */
    abstract void settled(R result);

    final void start() {
        client.become(this);
        if (!HeldBody.takesLong(held.body())) {
            settle(result());
            return;
        }
        try {
            client.worker().gate().judging().execute(() -> {
                R result = result();
                client.channel().eventLoop().execute(() -> settle(result));
            });
        } catch (RejectedExecutionException full) {
            settle(failed(ReasonCode.BUFFERS_FULL));
        }
    }

    private R result() {
        try {
            return made();
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("a body is refused by a fault of ours", broken);
            return failed(ReasonCode.INTERNAL_ERROR);
        }
    }

    private void settle(R result) {
        if (end == null) {
            settled(result);
            return;
        }
        held.charge().set(0);
        client.worker().append(client.worker().record(draft, end, 0, held.body().bytes().length, 0, null));
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }

    @Override
    final void inputEnded() {}

    @Override
    final void gone() {
        cut(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    final void sweep(long nowNanos) {}

    @Override
    final void cut(ReasonCode reason) {
        end = end == null ? reason : end;
    }
}
