package io.sallyport.audit;

import io.sallyport.audit.segment.LineSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A sink that fails, stalls or accepts only a part on demand. Safe for concurrent use. */
final class TrialSink implements LineSink {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    final AtomicInteger attempts = new AtomicInteger();
    final AtomicInteger syncs = new AtomicInteger();
    final CountDownLatch entered = new CountDownLatch(1);
    /** The failure of every write, once {@link #takes} further bytes were accepted. */
    volatile @Nullable String failure;

    final AtomicInteger takes = new AtomicInteger();
    volatile @Nullable CountDownLatch gate;

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        attempts.incrementAndGet();
        entered.countDown();
        pass();
        String fails = failure;
        int taken = fails == null ? bytes.remaining() : Math.min(takes.get(), bytes.remaining());
        byte[] part = new byte[taken];
        bytes.get(part);
        synchronized (written) {
            written.writeBytes(part);
        }
        if (fails != null) {
            takes.addAndGet(-taken);
            throw new IOException(fails);
        }
    }

    private void pass() throws IOException {
        CountDownLatch closed = gate;
        if (closed != null) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    @Override
    public void sync() {
        syncs.incrementAndGet();
    }

    @Override
    public void close() {
        // nothing is held
    }

    String text() {
        synchronized (written) {
            return written.toString(StandardCharsets.UTF_8);
        }
    }
}
