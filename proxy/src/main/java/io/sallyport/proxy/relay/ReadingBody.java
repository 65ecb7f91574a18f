package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.relay.message.WholeBody;
import org.jspecify.annotations.Nullable;

/**
 * Takes the whole body of a request before anything is done about it; what becomes of it then is a subclass's to say.
 */
abstract class ReadingBody extends ClientState {
    final ClientConnection client;
    final RequestHead head;
    private final AuditDraft draft;
    private final WholeBody body;
    private final SweepTimer timer = new SweepTimer();

    /**
     * @param head whose framing is clear
     * @param mostBytes of the body
     */
    ReadingBody(ClientConnection client, RequestHead head, AuditDraft draft, int mostBytes) {
        this.client = client;
        this.head = head;
        this.draft = draft;
        this.body = new WholeBody(head, mostBytes);
    }

    /** The body is there. */
    abstract void whole(byte[] bytes);

    /** The body is longer than it may be. */
    abstract void tooLarge();

    /** Nothing comes of the request any more: it is answered with a refusal, or its client is gone. */
    abstract void givenUp();

    /** Whether so many bytes of the body may be held. */
    Verdict holds(int bytes) {
        return Verdict.PASS;
    }

    /** Whether the beginning of a body that is too large may do. */
    boolean takesBeginning() {
        return false;
    }

    /** What has been read of it. */
    final byte[] taken() {
        return body.bytes();
    }

    final void start() {
        client.become(this);
        if (body.isPromisedTooLarge() && !takesBeginning()) {
            tooLarge();
            return;
        }
        body.ask(head, client.channel());
        endIfWhole();
    }

    @Override
    final boolean takes() {
        return !body.isEnded();
    }

    @Override
    final void read(ByteBuf in) {
        body.read(in);
        if (holds(body.size()) instanceof Verdict.Refuse why) {
            refuse(why.reason(), null);
        } else if (body.fault() != null) {
            refuse(ReasonCode.MALFORMED_REQUEST, body.fault());
        } else if (body.isTooLarge()) {
            tooLarge();
        } else {
            endIfWhole();
        }
    }

    private void endIfWhole() {
        if (body.isEnded()) {
            whole(body.bytes());
        }
    }

    /** For what is left of the body on the connection. */
    final BodyReader rest() {
        return body.reader();
    }

    final void refuse(ReasonCode reason, @Nullable String why) {
        givenUp();
        Answering.failed(
                client, head, draft, rest(), client.worker().gate().path().failed(draft, reason, why), null);
    }

    @Override
    final void inputEnded() {
        if (!body.isEnded()) {
            cut(ReasonCode.CLIENT_CLOSED);
        }
    }

    @Override
    final HalfCloseProbe probe() {
        return body.isEnded() ? HalfCloseProbe.beforeAnswer(head) : HalfCloseProbe.NEEDLESS;
    }

    @Override
    final void gone() {
        leave(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    final void sweep(long nowNanos) {
        if (timer.hasPassed(client.worker().limits().request().timeout().toNanos(), nowNanos)) {
            refuse(ReasonCode.IDLE_TIMEOUT, body.isEnded() ? null : "send the whole body in time");
        }
    }

    @Override
    final void cut(ReasonCode reason) {
        leave(reason);
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }

    private void leave(ReasonCode reason) {
        givenUp();
        client.worker().append(client.worker().record(draft, reason, 0, body.size(), 0, null));
    }
}
