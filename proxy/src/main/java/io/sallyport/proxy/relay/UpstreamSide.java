package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.egress.DialOutcome;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.chunk.ChunkSigning;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.BodyReport;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.message.BodyCopy;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.HeadWriter;
import io.sallyport.proxy.relay.message.HeldBody;
import io.sallyport.proxy.relay.message.LastHop;
import io.sallyport.proxy.relay.message.RequestRelay;
import io.sallyport.proxy.relay.message.SignedUpload;
import io.sallyport.proxy.relay.upstream.ConnectionWait;
import io.sallyport.proxy.relay.upstream.UpstreamConnection;
import io.sallyport.proxy.relay.upstream.UpstreamPool;
import io.sallyport.proxy.relay.upstream.UpstreamUser;
import io.sallyport.proxy.telemetry.ConnectionTimes;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The side of one forwarded request that goes to its target: the connection, an idle one or one that is dialled, and
 * the head and body on it, no faster than the target reads. Confined to its event loop.
 */
final class UpstreamSide implements ConnectionWait.Waiter, SignedUpload.Signers {
    private final ClientConnection client;
    private final Worker worker;
    private final RequestHead head;
    private final AuditDraft draft;
    private final AllowedRequest passage;
    private final @Nullable HeldBody held;
    private final Exchange exchange;
    private final RequestRelay upload;
    private final ConnectionTimes times;
    private @Nullable LastHop hop; // with what is ours on it
    private @Nullable ConnectionWait wait;
    private @Nullable UpstreamConnection connection;
    private @Nullable SignedUpload signed; // chunks of the body
    private @Nullable BodyCopy copy; // for what only reports on the body

    /** The exchange of which this is a side. */
    interface Exchange extends UpstreamUser {
        /** The request waits for a connection that is dialled. */
        void waits();

        /** The request is about to be written to {@code connection}. */
        void begins(UpstreamConnection connection);

        /** The request cannot go on. */
        void fail(ExchangeFailure how);

        /** No connection could be had. */
        void lost(ExchangeFailure how);
    }

    /**
     * A side of which nothing is connected yet.
     *
     * @param held the body, where that was read before; this takes its charge over
     */
    UpstreamSide(
            ClientConnection client,
            RequestHead head,
            AuditDraft draft,
            AllowedRequest passage,
            Keyring keys,
            @Nullable HeldBody held,
            Exchange exchange) {
        this.client = client;
        this.worker = client.worker();
        this.head = head;
        this.draft = draft;
        this.passage = passage;
        this.held = held;
        this.exchange = exchange;
        this.times = worker.gate().times(draft);
        this.upload = new RequestRelay(
                head,
                passage,
                keys,
                held == null ? BodyReader.of(head.framing()) : held.reader(),
                trailers -> worker.gate().path().ongoing().judge(draft, passage, trailers));
    }

    /** Connects, to send the request as it came. */
    void begin() {
        UpstreamConnection idle = pool().take(authority());
        if (idle == null) {
            await().begin(passage);
        } else {
            worker.gate().meter().connectionReused();
            send(idle);
        }
    }

    /** Connects, to send the request by way of {@code last}. */
    void begin(LastHop last) {
        hop = last;
        ChunkSigning how = last instanceof CredentialHop ours ? ours.chunks() : null;
        if (how != null) {
            SignedUpload chunks =
                    new SignedUpload(how, this, passage.sandbox().admission().buffers());
            signed = chunks;
            upload.sign(chunks);
        }
        begin();
    }

    /** The body is copied on its way, where something only reports on it for {@code record}; before this begins. */
    void copyBody(ExchangeRecord record) {
        BodyReport report = worker.gate().path().ongoing().bodyReport(draft, passage);
        if (report != null) {
            var beside = new BodyCopy(report, record::streams, worker.limits().judgedBodyBytes(), loop(), workers());
            copy = beside;
            upload.copyTo(beside);
        }
    }

    /** The copy of the body; null where nothing only reports on it. */
    @Nullable
    BodyCopy copy() {
        return copy;
    }

    /** Returns whether the request may be sent once more: the connection was used before, and nothing can be harmed. */
    boolean isRepeatable() {
        UpstreamConnection from = connection;
        return from != null && from.isReused() && upload.isSafeToRepeat();
    }

    /** Sends the request once more, on a connection of its own. */
    void repeat() {
        await().dial(passage);
    }

    private UpstreamPool pool() {
        return worker.pool(passage.sandbox().id());
    }

    private UpstreamPool.Authority authority() {
        return UpstreamPool.Authority.of(passage, hop == null ? null : hop.identity());
    }

    private ConnectionWait await() {
        exchange.waits();
        worker.gate().meter().connectionDialled();
        times.dials();
        ConnectionWait begun = new ConnectionWait(worker, pool(), authority(), this);
        wait = begun;
        return begun;
    }

    @Override
    public void connected(UpstreamConnection fresh) {
        wait = null;
        times.dialled();
        send(fresh);
        client.resume();
    }

    @Override
    public void unconnected(DialOutcome.Failed how) {
        wait = null;
        times.dialled();
        draft.dialled(how.address());
        exchange.lost(new ExchangeFailure(how.reason(), how.detail()));
    }

    private void send(UpstreamConnection to) {
        connection = to;
        exchange.begins(to);
        draft.dialled(to.address());
        Channel channel = to.channel();
        to.charge(passage.sandbox().admission().buffers());
        Channels.write(channel, HeadWriter.request(channel.alloc(), head, passage, hop, worker.via()));
        if (held == null) {
            times.goesOn();
        }
        to.serve(exchange);
        if (held != null) {
            check(upload.send(held.body(), sent(held), channel));
        }
    }

    /** What goes on of the body that was read. */
    private RequestBody sent(HeldBody read) {
        return hop instanceof CredentialHop ours ? ours.sent(read.body()) : read.body();
    }

    private boolean check(RequestRelay.Progress progress) {
        if (progress instanceof ExchangeFailure failure) {
            exchange.fail(failure);
            return false;
        }
        return true;
    }

    /** Returns whether bytes of the client's body can go up now. */
    boolean takes() {
        UpstreamConnection to = connection;
        return to != null
                && !upload.isEnded()
                && !upload.holdsBack()
                && to.channel().isWritable();
    }

    /** Writes what {@code in} holds of the body. */
    void read(ByteBuf in) {
        UpstreamConnection to = connection;
        if (to != null) {
            to.outflow().fit();
            check(upload.read(in, to.channel()));
        }
    }

    /** Flushes what was written. */
    void flush() {
        UpstreamConnection to = connection;
        if (to != null) {
            to.outflow().flush();
        }
    }

    /** Goes on, since the target takes bytes again. */
    void writable() {
        if (upload.holdsBack()) {
            sendOn();
        }
        client.resume();
    }

    /** Sends more of the body that was read. */
    private void sendOn() {
        UpstreamConnection to = connection;
        if (to != null) {
            to.outflow().fit();
            if (check(upload.sendOn(to.channel()))) {
                to.outflow().flush();
            }
        }
    }

    @Override
    public Executor workers() {
        return worker.gate().judging();
    }

    @Override
    public Executor loop() {
        return client.channel().eventLoop();
    }

    @Override
    public void signed() {
        if (connection != null) {
            sendOn();
            client.resume();
        }
    }

    /** The target has begun to answer. */
    void answered() {
        times.answered();
    }

    /** Reads nothing more of the target, or reads on. */
    void autoRead(boolean reads) {
        UpstreamConnection from = connection;
        if (from != null) {
            from.channel().config().setAutoRead(reads);
        }
    }

    boolean isConnected() {
        return connection != null;
    }

    /** The body on its way. */
    RequestRelay upload() {
        return upload;
    }

    /** How the request goes on, where something is ours on it; else null. */
    @Nullable
    LastHop hop() {
        return hop;
    }

    /** Returns the connection, which is the caller's from now on; null if there is none. */
    @Nullable
    UpstreamConnection takeConnection() {
        UpstreamConnection taken = connection;
        connection = null;
        return taken;
    }

    /** Gives the connection back, for another request if {@code reusable}. */
    void giveBack(boolean reusable) {
        UpstreamConnection from = takeConnection();
        if (from != null && reusable && upload.isSent()) {
            pool().keep(from);
        } else if (from != null) {
            from.close();
        }
    }

    /** Ends what waits, and the connection. */
    void close() {
        ConnectionWait begun = wait;
        wait = null;
        if (begun != null) {
            begun.cancel();
        }
        giveBack(false);
    }

    /** Holds nothing of the body any longer. */
    void release() {
        if (held != null) {
            held.charge().set(0);
        }
        SignedUpload chunks = signed;
        if (chunks != null) {
            chunks.close();
        }
        BodyCopy beside = copy;
        if (beside != null) {
            beside.close();
        }
    }
}
