package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.AnswerWriter;
import io.sallyport.proxy.relay.message.GitReply;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Answering by ourselves: the answer goes out once its record stands, and what is left of the request's body is read
 * and thrown away, up to a bound, so that the connection can serve the next request.
 */
final class Answering extends ClientState {
    private final ClientConnection client;
    private final AuditDraft draft;
    private final BodyReader rest;
    private final boolean bare;
    private final SweepTimer timer = new SweepTimer();
    private boolean close;
    private int retryAfterSeconds;
    private @Nullable String calls;
    private GitReply git = GitReply.NONE;
    private @Nullable RefusedBody reported;
    private boolean answered;
    private long thrownAway;

    private Answering(ClientConnection client, AuditDraft draft, BodyReader rest, boolean bare, boolean close) {
        this.client = client;
        this.draft = draft;
        this.rest = rest;
        this.bare = bare;
        this.close = close;
    }

    /** Refuses {@code head}, of whose body nothing has been read. */
    static void refuse(ClientConnection client, RequestHead head, Action.Refuse refuse) {
        Answering answering = of(client, head, refuse.draft(), refuse.close());
        answering.retryAfterSeconds = refuse.retryAfterSeconds();
        answering.git = GitReply.of(head);
        answering.reported = RefusedBody.of(client, refuse);
        answering.start(refuse.refusal(), refuse.detail());
    }

    /**
     * The same after a body that was read.
     *
     * @param calls the refusal as the calls in it are told of it, in JSON; or null
     */
    static void refuse(
            ClientConnection client, RequestHead head, Action.Refuse refuse, BodyReader rest, @Nullable String calls) {
        boolean close = refuse.close() || waitsUnread(head, rest) || rest.fault() != null;
        Answering answering = new Answering(client, refuse.draft(), rest, isBare(head), close);
        answering.retryAfterSeconds = refuse.retryAfterSeconds();
        answering.calls = calls;
        answering.git = GitReply.of(head);
        answering.start(refuse.refusal(), refuse.detail());
    }

    /** Refuses, and closes: what follows in the connection cannot be read. */
    static void last(ClientConnection client, Action.Refuse refuse) {
        new Answering(client, refuse.draft(), BodyReader.of(Framing.NONE), false, true)
                .start(refuse.refusal(), refuse.detail());
    }

    /**
     * Answers for a request that was let through and failed before any answer came.
     *
     * @param rest what has still to come of its body
     * @param detail for operators, or null
     */
    static void failed(
            ClientConnection client,
            RequestHead head,
            AuditDraft draft,
            BodyReader rest,
            Refusal refusal,
            @Nullable String detail) {
        boolean close =
                !head.keepsConnection() || isEarly(client, head) || waitsUnread(head, rest) || rest.fault() != null;
        new Answering(client, draft, rest, isBare(head), close).start(refusal, detail);
    }

    /** Answers with something of ours. */
    static void own(ClientConnection client, RequestHead head, Action.AnswerOwn answer) {
        of(client, head, answer.draft(), answer.close()).start(answer);
    }

    /** The same after a body that was read. */
    static void own(ClientConnection client, RequestHead head, Action.AnswerOwn answer, BodyReader rest) {
        new Answering(client, answer.draft(), rest, isBare(head), answer.close()).start(answer);
    }

    /**
     * Sends an answer whose record stands already.
     *
     * @param rest what has still to come of the request's body, of which nothing is wanted any more
     */
    static void recorded(
            ClientConnection client, RequestHead head, Action.Ask fetch, OwnReply.Whole reply, BodyReader rest) {
        boolean close = fetch.close()
                || waitsUnread(head, rest)
                || rest.fault() != null
                || (!rest.isEnded() && isTooLong(client, head.framing()));
        var answering = new Answering(client, fetch.draft(), rest, isBare(head), close);
        client.become(answering);
        answering.write(AnswerWriter.reply(client.channel().alloc(), reply, answering.bare, close));
    }

    private static Answering of(ClientConnection client, RequestHead head, AuditDraft draft, boolean close) {
        boolean unclear = head.framing() instanceof Framing.Unclear;
        BodyReader rest = BodyReader.of(unclear ? Framing.NONE : head.framing());
        boolean ends = close
                || unclear
                || isEarly(client, head)
                || waitsUnread(head, rest)
                || isTooLong(client, head.framing());
        return new Answering(client, draft, rest, isBare(head), ends);
    }

    /**
     * Whether bytes behind a CONNECT may have been meant for its tunnel: those that came, and where the connection
     * names the sandbox those that may still come, since a request there shows no credentials
     * (docs/decisions/tunnels.md). Nothing else follows on a stream.
     */
    private static boolean isEarly(ClientConnection client, RequestHead head) {
        return head.isConnect() && (client.hasMore() || client.isNamed() || client.isStream());
    }

    /** Whether the client may, or may not, send the body now: only the end of the connection settles that. */
    private static boolean waitsUnread(RequestHead head, BodyReader rest) {
        return head.expectsContinue() && !rest.isEnded();
    }

    private static boolean isTooLong(ClientConnection client, Framing framing) {
        return framing instanceof Framing.Length(long bytes)
                && bytes > client.worker().limits().connections().drainBytes();
    }

    private static boolean isBare(RequestHead head) {
        return head.method().equals("HEAD");
    }

    private void start(Refusal refusal, @Nullable String detail) {
        client.become(this);
        AuditEvent record = client.worker().record(draft, refusal.reason(), refusal.status(), 0, 0, detail);
        client.worker().append(record, inSink -> {
            String told = calls;
            if (inSink && told != null) {
                write(AnswerWriter.refusalOfCalls(client.channel().alloc(), refusal, told, close));
            } else if (inSink && git.tells(refusal)) {
                write(git.refusal(client.channel().alloc(), refusal, close));
            } else {
                write(inSink ? refusal : unavailable());
            }
        });
    }

    private void start(Action.AnswerOwn answer) {
        client.become(this);
        byte[] body = answer.answer().body().getBytes(StandardCharsets.UTF_8);
        AuditEvent record =
                client.worker().record(draft, ReasonCode.GATEWAY_OWN, answer.status(), 0, body.length, null);
        client.worker().append(record, inSink -> {
            if (inSink) {
                write(AnswerWriter.own(client.channel().alloc(), answer, body, bare, close));
            } else {
                write(unavailable());
            }
        });
    }

    private Refusal unavailable() {
        return client.worker().gate().path().failed(draft, ReasonCode.AUDIT_UNAVAILABLE, null);
    }

    private void write(Refusal refusal) {
        write(client.replyForm().refusal(client.channel().alloc(), refusal, bare, close, retryAfterSeconds));
    }

    private void write(ByteBuf answer) {
        client.outflow().fit();
        Channels.write(client.channel(), answer);
        client.outflow().flush();
        answered = true;
        proceed();
        if (client.state() == this) {
            client.resume();
        }
    }

    private void proceed() {
        if (!answered || client.state() != this || !client.channel().isActive()) {
            return;
        }
        boolean last = close || rest.fault() != null;
        if (last || rest.isEnded()) {
            bodyIsOver();
            client.answered(last, !rest.isEnded());
        }
    }

    private void bodyIsOver() {
        RefusedBody body = reported;
        if (body != null) {
            body.over(rest.isEnded() && rest.fault() == null);
        }
    }

    @Override
    boolean takes() {
        return !close && !rest.isEnded();
    }

    @Override
    void read(ByteBuf in) {
        int before = in.readableBytes();
        ByteBuf piece = rest.read(in);
        if (piece != null) {
            RefusedBody body = reported;
            if (body != null) {
                body.add(piece);
            }
            piece.release();
        }
        thrownAway += before - in.readableBytes();
        if (rest.fault() != null
                || thrownAway > client.worker().limits().connections().drainBytes()) {
            close = true;
        }
        proceed();
    }

    @Override
    void inputEnded() {
        close = true;
        proceed();
    }

    @Override
    void gone() {
        bodyIsOver();
    }

    @Override
    void sweep(long nowNanos) {
        if (timer.hasPassed(client.worker().limits().request().timeout().toNanos(), nowNanos)) {
            Channels.close(client.channel());
        }
    }

    /** It has a bound of time. */
    @Override
    void sandboxEnded(ReasonCode reason) {}

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }
}
