package io.sallyport.apiservers.check;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/** A connection whose head does not end, opened at the start of a check and looked at late in it. Confined to one thread. */
final class StalledHead implements Closeable {
    private final Wire wire;
    private final Duration limit;
    private final Waiting waiting;
    private final long fromNanos;

    StalledHead(int port, Duration limit, Waiting waiting) throws IOException {
        this.limit = limit;
        this.waiting = waiting;
        this.fromNanos = waiting.nanoClock().getAsLong();
        this.wire = Wire.to(port).say("GET /healthz HTTP/1.1\r\nHost: ");
    }

    Finding finding() {
        return Finding.of(
                Clause.HEAD_TIMEOUT,
                wire.closesWithin(waiting.left(limit, fromNanos)),
                "it is open after " + limit.toSeconds() + " s");
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
