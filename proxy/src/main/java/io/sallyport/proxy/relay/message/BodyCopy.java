package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.BodyReport;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of the body of a request that goes on meanwhile, or is refused, for what only reports. It is charged to the
 * sandbox, ends at a bound, and is given up where there is no room for it: then nothing is reported. Confined to its
 * event loop.
 */
public final class BodyCopy {
    private static final Logger LOG = LoggerFactory.getLogger(BodyCopy.class);

    private final BodyReport report;
    private final BooleanSupplier isRecorded;
    private final int mostBytes;
    private final Executor loop;
    private final Executor workers;
    private final BufferCharge charge = new BufferCharge();
    private final BodyBytes taken;
    private State state = State.TAKES;
    private @Nullable Runnable next;

    private enum State {
        TAKES,
        ASKS,
        SETTLED
    }

    /**
     * A copy of nothing yet.
     *
     * @param isRecorded whether the record of the request is written already
     * @param mostBytes of which it is taken; of a longer body the beginning is reported on
     * @param loop that it is confined to
     * @param workers for what takes an event loop too long
     */
    public BodyCopy(BodyReport report, BooleanSupplier isRecorded, int mostBytes, Executor loop, Executor workers) {
        this.report = report;
        this.isRecorded = isRecorded;
        this.mostBytes = mostBytes;
        this.loop = loop;
        this.workers = workers;
        this.taken = new BodyBytes(mostBytes);
        charge.to(report.payer());
    }

    /** Copies {@code piece}, which stays the caller's. */
    public void add(ByteBuf piece) {
        if (state != State.TAKES) {
            return;
        }
        int bytes = Math.min(piece.readableBytes(), mostBytes - taken.size());
        taken.add(piece, bytes);
        charge.set(taken.capacity());
        if (bytes < piece.readableBytes()) {
            ask(RequestBody.beginning(taken.all()));
        } else if (report.payer().room() instanceof Verdict.Refuse) {
            giveUp();
        }
    }

    /** The body has ended. */
    public void ended() {
        if (state == State.TAKES) {
            ask(RequestBody.of(taken.all(), mostBytes));
        }
    }

    /** The whole body was read before. */
    void is(RequestBody body) {
        if (state == State.TAKES) {
            ask(body);
        }
    }

    /** After what is under way: the request goes on before anybody is asked. */
    private void ask(RequestBody body) {
        state = State.ASKS;
        taken.drop();
        try {
            if (HeldBody.takesLong(body)) {
                workers.execute(() -> {
                    BodyReport.Said said = asked(body);
                    loop.execute(() -> settle(said));
                });
            } else {
                loop.execute(() -> settle(asked(body)));
            }
        } catch (RejectedExecutionException full) {
            giveUp();
        }
    }

    private BodyReport.@Nullable Said asked(RequestBody body) {
        try {
            return report.asked(body);
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("a body is not reported on by a fault of ours", broken);
            return null;
        }
    }

    private void settle(BodyReport.@Nullable Said said) {
        if (said != null) {
            report.noted(said, isRecorded.getAsBoolean());
        }
        giveUp();
    }

    /** Gives up what has not been asked yet. */
    public void close() {
        if (state == State.TAKES) {
            giveUp();
        }
    }

    private void giveUp() {
        state = State.SETTLED;
        taken.drop();
        charge.set(0);
        Runnable waiting = next;
        next = null;
        if (waiting != null) {
            waiting.run();
        }
    }

    /** Runs {@code then} once no answer is awaited any more; at once where none is. */
    public void settled(Runnable then) {
        if (state == State.ASKS) {
            next = then;
        } else {
            then.run();
        }
    }
}
