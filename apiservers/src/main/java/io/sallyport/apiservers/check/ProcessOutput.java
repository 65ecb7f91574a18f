package io.sallyport.apiservers.check;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a process writes to one of its streams; its first MiB is kept. Safe for concurrent use. */
final class ProcessOutput {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessOutput.class);
    private static final Duration END_LIMIT = Duration.ofSeconds(2);
    private static final int MAX_BYTES = 1 << 20;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    private final Thread reader;

    private ProcessOutput(InputStream stream) {
        this.reader = Thread.ofVirtual().unstarted(() -> read(stream));
    }

    static ProcessOutput of(InputStream stream) {
        var output = new ProcessOutput(stream);
        output.reader.start();
        return output;
    }

    /** Waits until the process has closed the stream, but not for ever: a child of it may hold it open. */
    void awaitEnd() throws InterruptedException {
        reader.join(END_LIMIT);
    }

    String text() {
        synchronized (kept) {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    /** Whether there was more of it. */
    boolean isCut() {
        synchronized (kept) {
            return kept.size() == MAX_BYTES;
        }
    }

    private void read(InputStream stream) {
        byte[] part = new byte[8192];
        try (stream) {
            for (int length = stream.read(part); length >= 0; length = stream.read(part)) {
                keep(part, length);
            }
        } catch (IOException e) {
            LOG.debug("the process is gone, and what it said is what there is", e);
        }
    }

    private void keep(byte[] part, int length) {
        synchronized (kept) {
            kept.write(part, 0, Math.min(length, MAX_BYTES - kept.size()));
        }
    }
}
