package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.AnswerWriter;
import io.sallyport.proxy.relay.message.BodyWriter;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends an answer that is made while it is sent. It is made on a thread of its own, which waits until each piece has
 * gone to the client; the event loop waits for nothing. What cannot be ended is cut, so that nobody takes it for whole.
 */
final class StreamingAnswer extends ClientState {
    private static final Logger LOG = LoggerFactory.getLogger(StreamingAnswer.class);
    private static final int PIECE_BYTES = 16 << 10;
    private static final int MIB = 1 << 20;

    /** More than what the content itself takes at most, for each that was taken. */
    private static final Duration PER_MIB = Duration.ofMillis(250);

    private final ClientConnection client;
    private final OwnReply.Streamed reply;
    private final BodyWriter writer;
    private final boolean close;
    private final @Nullable SandboxBuffers payer;
    private final SweepTimer timer = new SweepTimer();
    private final SweepTimer whole = new SweepTimer();
    private long taken;
    private @Nullable Thread maker;

    StreamingAnswer(ClientConnection client, RequestHead head, OwnReply.Streamed reply, boolean close) {
        this.client = client;
        this.reply = reply;
        this.payer = client.seat().buffers();
        boolean isChunked = reply.bytes() < 0 && head.minorVersion() == 1;
        this.writer = BodyWriter.of(isChunked ? Framing.CHUNKED : Framing.UNTIL_CLOSE);
        this.close = close; // HTTP/1.0 ends after one answer, whose end is the connection's
    }

    void start() {
        client.become(this);
        Channel channel = client.channel();
        Channels.write(channel, AnswerWriter.replyHead(channel.alloc(), reply, framing(), close));
        maker = Thread.ofVirtual().name("own-answer").start(this::make);
    }

    private String framing() {
        if (reply.bytes() >= 0) {
            return "Content-Length: " + reply.bytes();
        }
        return writer == BodyWriter.CHUNKED ? "Transfer-Encoding: chunked" : "";
    }

    private void make() {
        try {
            try (OutputStream out = new BufferedOutputStream(new Pieces(), PIECE_BYTES)) {
                reply.content().writeTo(out);
            }
            client.channel().eventLoop().execute(this::end);
        } catch (IOException | RejectedExecutionException e) {
            LOG.debug("an answer was cut off", e);
            Channels.close(client.channel());
        } catch (RuntimeException | Error e) {
            LOG.error("an answer could not be made", e);
            Channels.close(client.channel());
        }
    }

    /** Hands over piece after piece. On the thread that makes them. */
    private final class Pieces extends OutputStream {
        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet});
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int done = 0;
            while (done < length) {
                int next = Math.min(length - done, mostBytes());
                write(Arrays.copyOfRange(bytes, from + done, from + done + next));
                done += next;
            }
        }

        /** Smaller pieces the more of the sandbox's waits. */
        private int mostBytes() {
            return payer == null ? PIECE_BYTES : payer.level().readBytes();
        }

        @Override
        public void write(byte[] piece) throws IOException {
            var gone = new CompletableFuture<Boolean>();
            client.channel().eventLoop().execute(() -> send(piece, gone));
            try {
                if (!gone.get()) {
                    throw new IOException("the client is gone");
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new IOException("given up");
            } catch (ExecutionException e) {
                throw new IOException(e);
            }
        }
    }

    private void send(byte[] piece, CompletableFuture<Boolean> gone) {
        Channel channel = client.channel();
        if (!goesOn()) {
            gone.complete(false);
            return;
        }
        ByteBuf out = channel.alloc().buffer(piece.length).writeBytes(piece);
        writer.content(channel, out);
        Channels.afterWrites(channel, () -> {
            timer.restart();
            taken += piece.length;
            gone.complete(goesOn());
        });
        client.outflow().flush();
    }

    private boolean goesOn() {
        return client.state() == this && client.channel().isActive();
    }

    private void end() {
        if (!goesOn()) {
            return;
        }
        writer.end(client.channel(), HeaderFields.NONE, Set.of());
        client.outflow().flush();
        client.answered(close, false);
    }

    @Override
    void inputEnded() {}

    @Override
    HalfCloseProbe probe() {
        return HalfCloseProbe.insideBody(writer);
    }

    @Override
    long moved() {
        return taken;
    }

    /** Whoever waits for more of the content waits for nobody. */
    @Override
    void gone() {
        if (maker != null) {
            maker.interrupt();
        }
    }

    @Override
    void sweep(long nowNanos) {
        boolean isTooSlow = whole.hasPassed(mostNanos(), nowNanos);
        if (timer.hasPassed(client.worker().limits().connections().idleTimeout().toNanos(), nowNanos) || isTooSlow) {
            Channels.close(client.channel());
        }
    }

    private long mostNanos() {
        return reply.content().maxTime().toNanos() + taken / MIB * PER_MIB.toNanos();
    }

    @Override
    void cut(ReasonCode reason) {
        gone();
        Channels.close(client.channel());
    }
}
