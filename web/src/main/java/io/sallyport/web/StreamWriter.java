package io.sallyport.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.sallyport.model.answer.OwnReply;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams an answer no faster than the peer reads: each piece is written before the next is produced. Runs on a thread
 * of its own, which blocks. If the content fails, the connection is cut, so that the peer does not take the answer for
 * complete.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a close; the writes after the head fail as it does
final class StreamWriter extends OutputStream {
    private static final Logger LOG = LoggerFactory.getLogger(StreamWriter.class);
    private static final int PIECE_BYTES = 64 << 10;

    private final Channel channel;

    private StreamWriter(Channel channel) {
        this.channel = channel;
    }

    /**
     * Streams the body after the head.
     *
     * @param answered runs on the event loop once everything was written
     */
    static void start(Channel channel, Executor writers, OwnReply.Content content, Runnable answered) {
        writers.execute(() -> {
            try (OutputStream out = new BufferedOutputStream(new StreamWriter(channel), PIECE_BYTES)) {
                content.writeTo(out);
                out.flush();
                channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).sync();
                channel.eventLoop().execute(answered);
            } catch (IOException e) {
                LOG.warn("an answer was cut off: {}", e.toString());
                channel.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                channel.close();
            } catch (RuntimeException | Error e) {
                LOG.error("an answer could not be made", e);
                channel.close();
            }
        });
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        var written = channel.writeAndFlush(new DefaultHttpContent(Unpooled.copiedBuffer(bytes, from, length)));
        try {
            written.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("given up");
        }
        if (!written.isSuccess()) {
            throw new IOException("the peer is gone", written.cause());
        }
    }
}
