package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.ReplyForm;

/**
 * A connection on a transparent listener, of which nothing is known but where it was to lead. The first byte decides: a
 * method is that of a request to the target, whatever else is asked as the CONNECT that the program did not write.
 * Where policy grants the target by {@code tcp} alone, that is asked at once, since the target may speak first.
 * Confined to its event loop.
 */
final class AwaitingFirstByte extends ClientState {
    private static final int TLS_HANDSHAKE = 22;

    private final ClientConnection client;
    private final RequestHead connect;
    private final SweepTimer timer = new SweepTimer();

    AwaitingFirstByte(ClientConnection client, CanonicalAuthority destination) {
        this.client = client;
        this.connect = new RequestHead("CONNECT", destination.toString(), 0, HeaderFields.NONE);
    }

    @Override
    void begun() {
        Worker worker = client.worker();
        boolean speaksFirst = worker.gate().path().captured(connect, client.peer(), client.seat());
        worker.seatChanged(client);
        if (speaksFirst) {
            client.requests().settle(connect);
        }
    }

    @Override
    boolean takes() {
        return true;
    }

    @Override
    void read(ByteBuf in) {
        byte first = in.getByte(in.readerIndex());
        if (AwaitingHello.isHttp(first)) {
            client.replyIn(ReplyForm.HTTP);
            client.become(new AwaitingHead(client));
        } else {
            client.replyIn(first == TLS_HANDSHAKE ? ReplyForm.TLS_HELLO : ReplyForm.NOTHING);
            client.requests().settle(connect);
        }
    }

    @Override
    void inputEnded() {
        client.requests().abandon(connect, ReasonCode.CLIENT_CLOSED);
    }

    @Override
    void gone() {
        client.requests().abandon(connect, ReasonCode.CLIENT_CLOSED);
    }

    @Override
    void sweep(long nowNanos) {
        if (timer.hasPassed(client.worker().limits().request().timeout().toNanos(), nowNanos)) {
            client.requests().abandon(connect, ReasonCode.HEAD_TIMEOUT);
        }
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return timer.hasPassed(quietNanos, nowNanos);
    }

    @Override
    void cut(ReasonCode reason) {
        client.requests().abandon(connect, reason);
    }
}
