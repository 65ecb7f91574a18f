package io.sallyport.audit;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The followers of the log. Safe for concurrent use. */
final class LogFollowers {
    private static final Logger LOG = LoggerFactory.getLogger(LogFollowers.class);

    private final List<AuditStream> streams = new CopyOnWriteArrayList<>();
    private final List<WriteSignal> signals = new CopyOnWriteArrayList<>();

    AuditStream add(AuditFilter filter, Runnable signal) {
        var stream = new AuditStream(filter, signal, this);
        streams.add(stream);
        return stream;
    }

    void remove(AuditStream stream) {
        streams.remove(stream);
    }

    JsonLinesLog.Watch watch(Runnable signal) {
        var added = new WriteSignal(signal);
        signals.add(added);
        return added;
    }

    /** Hands written lines to the followers; called by the writer only. */
    void publish(ByteBuffer written) {
        signals.forEach(watch -> run(watch.signal));
        if (streams.isEmpty()) {
            return;
        }
        Set<AuditStream> woken = new HashSet<>();
        int start = written.arrayOffset() + written.position();
        int end = written.arrayOffset() + written.limit();
        byte[] bytes = written.array();
        for (int at = start; at < end; at++) {
            if (bytes[at] == '\n') {
                offer(AuditLine.parse(bytes, start, at - start), woken);
                start = at + 1;
            }
        }
        woken.forEach(stream -> run(stream::signal));
    }

    private void offer(@Nullable AuditLine line, Set<AuditStream> woken) {
        if (line == null) {
            return;
        }
        for (AuditStream stream : streams) {
            if (stream.offer(line)) {
                woken.add(stream);
            }
        }
    }

    private static void run(Runnable signal) {
        try {
            signal.run();
        } catch (RuntimeException e) {
            LOG.warn("a follower of the audit log could not be woken", e);
        }
    }

    private final class WriteSignal implements JsonLinesLog.Watch {
        private final Runnable signal;

        WriteSignal(Runnable signal) {
            this.signal = signal;
        }

        @Override
        public void close() {
            signals.remove(this);
        }
    }
}
