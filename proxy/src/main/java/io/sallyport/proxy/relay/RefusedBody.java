package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.BodyReport;
import io.sallyport.proxy.relay.message.BodyCopy;
import org.jspecify.annotations.Nullable;

/**
 * The body of a refused request, by which a candidate would decide: the answer does not wait for it. What the candidate
 * says is a line behind the record, and so is that the body was not read. Confined to its event loop.
 */
final class RefusedBody {
    private static final String UNREAD = "candidate: body_unread";

    private final Worker worker;
    private final AuditDraft draft;
    private final ReasonCode reason;
    private final BodyReport report;
    private final BodyCopy copy;
    private long bytes;
    private boolean isOver;

    private RefusedBody(ClientConnection client, Action.Refuse refuse, BodyReport report) {
        this.worker = client.worker();
        this.draft = refuse.draft();
        this.reason = refuse.refusal().reason();
        this.report = report;
        this.copy = new BodyCopy(
                report,
                () -> true,
                worker.limits().judgedBodyBytes(),
                client.channel().eventLoop(),
                worker.gate().judging());
    }

    /** Null where nothing is reported on it. */
    static @Nullable RefusedBody of(ClientConnection client, Action.Refuse refuse) {
        BodyReport report = refuse.report();
        return report == null ? null : new RefusedBody(client, refuse, report);
    }

    /** Copies {@code piece}, which stays the caller's. */
    void add(ByteBuf piece) {
        bytes += piece.readableBytes();
        copy.add(piece);
    }

    /**
     * Nothing more is read of it.
     *
     * @param whole whether it has come to its end
     */
    void over(boolean whole) {
        if (isOver) {
            return;
        }
        isOver = true;
        if (whole) {
            copy.ended();
        } else {
            copy.close();
        }
        copy.settled(this::record);
    }

    private void record() {
        String detail = report.settled() ? null : UNREAD;
        long now = worker.gate().nanoClock().getAsLong();
        worker.append(draft.behind(reason, bytes, -1, now, detail));
    }
}
