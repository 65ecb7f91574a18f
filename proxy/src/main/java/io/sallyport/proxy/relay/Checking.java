package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.audit.AuditRecord;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.guard.Sitting;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Ruling;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.OwnAnswer;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of a call of the decision API, which is small, and answers its questions one after the other: the event
 * loop is given back between two of them. The answer goes out once the record of each stands.
 */
final class Checking extends ClientState {
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    private final ClientConnection client;
    private final RequestHead head;
    private final Action.Check check;
    private final BodyReader body;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final SweepTimer timer = new SweepTimer();
    private int unwritten;
    private boolean lost;

    /** @param head whose framing is clear, and whose body is not longer than the decision API takes, as far as it says */
    Checking(ClientConnection client, RequestHead head, Action.Check check) {
        this.client = client;
        this.head = head;
        this.check = check;
        this.body = BodyReader.of(head.framing());
    }

    void start() {
        client.become(this);
        if (head.expectsContinue() && !body.isEnded()) {
            ByteBuf word = client.channel().alloc().buffer(CONTINUE.length());
            ByteBufUtil.writeAscii(word, CONTINUE);
            Channels.writeAndFlush(client.channel(), word);
        }
        proceed();
        if (client.state() == this) {
            client.resume();
        }
    }

    @Override
    boolean takes() {
        return !body.isEnded();
    }

    @Override
    void read(ByteBuf in) {
        ByteBuf piece = body.read(in);
        if (piece != null) {
            take(piece);
        }
        if (body.fault() != null) {
            refuse(ReasonCode.MALFORMED_REQUEST, body.fault());
        } else if (taken.size() > GuardDesk.MAX_BYTES) {
            refuse(ReasonCode.MALFORMED_REQUEST, "the body is larger than " + GuardDesk.MAX_BYTES + " bytes");
        } else {
            proceed();
        }
    }

    private void take(ByteBuf piece) {
        try {
            piece.readBytes(taken, piece.readableBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has no such faults
        } finally {
            piece.release();
        }
    }

    private void proceed() {
        if (!body.isEnded()) {
            return;
        }
        switch (client.worker().gate().desk().read(check.sandbox(), taken.toByteArray())) {
            case GuardDesk.Unreadable(String why) -> refuse(ReasonCode.MALFORMED_REQUEST, why);
            case Sitting sitting -> rule(sitting);
        }
    }

    private void rule(Sitting sitting) {
        if (client.state() != this) {
            return;
        }
        unwritten++;
        Ruling ruling = sitting.next();
        client.worker().gate().path().ruled(ruling);
        client.worker().append(AuditRecord.of(ruling, "asked by the sandbox"), inSink -> {
            unwritten--;
            lost |= !inSink;
            answer(sitting);
        });
        if (!sitting.isOver()) {
            client.channel().eventLoop().execute(() -> rule(sitting));
        }
    }

    private void answer(Sitting sitting) {
        if (!sitting.isOver() || unwritten > 0 || client.state() != this) {
            return;
        }
        if (lost) {
            refuse(ReasonCode.AUDIT_UNAVAILABLE, null);
            return;
        }
        OwnAnswer said = OwnAnswer.json(new String(sitting.json(), StandardCharsets.UTF_8))
                .retryAfter(sitting.retryAfterSeconds());
        var answer = new Action.AnswerOwn(check.draft(), sitting.status(), said, check.close());
        Answering.own(client, head, answer, body);
    }

    private void refuse(ReasonCode reason, @Nullable String why) {
        Answering.failed(
                client,
                head,
                check.draft(),
                body,
                client.worker().gate().path().failed(check.draft(), reason, why),
                null);
    }

    @Override
    void inputEnded() {
        if (!body.isEnded()) {
            cut(ReasonCode.CLIENT_CLOSED);
        }
    }

    @Override
    void gone() {
        leave(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    void sweep(long nowNanos) {
        if (timer.hasPassed(client.worker().limits().request().timeout().toNanos(), nowNanos)) {
            refuse(ReasonCode.IDLE_TIMEOUT, null);
        }
    }

    @Override
    void cut(ReasonCode reason) {
        leave(reason);
        client.become(new Lingering(client));
        Channels.close(client.channel());
    }

    private void leave(ReasonCode reason) {
        client.worker().append(client.worker().record(check.draft(), reason, 0, taken.size(), 0, null));
    }
}
