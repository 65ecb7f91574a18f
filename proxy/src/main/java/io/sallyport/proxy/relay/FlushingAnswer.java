package io.sallyport.proxy.relay;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.relay.channel.Channels;

/** A whole answer is written and not flushed: its last bytes go out once the record stands. */
final class FlushingAnswer extends ClientState {
    private final ClientConnection client;
    private final boolean last;
    private final boolean unread;

    /**
     * @param last the client's connection ends after this answer
     * @param unread the client is still sending its body
     */
    FlushingAnswer(ClientConnection client, boolean last, boolean unread) {
        this.client = client;
        this.last = last;
        this.unread = unread;
    }

    /** The client is in this state, and everything of the request is known. */
    void start(AuditEvent record) {
        client.worker().append(record, this::finish);
    }

    private void finish(boolean inSink) {
        if (!inSink) {
            Channels.close(client.channel());
            return;
        }
        client.outflow().flush();
        if (client.state() == this && client.channel().isActive()) {
            client.answered(last, unread);
        }
    }

    @Override
    void inputEnded() {}

    @Override
    void gone() {}

    @Override
    void sweep(long nowNanos) {}

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }
}
