package io.sallyport.apiservers.check;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose head does not end, opened at the start of a check and looked at late in it. Confined to one
 * thread.
 */
final class StalledHead implements Closeable {
    private final @Nullable RawConnection wire; // null where it took no connection
    private final Duration limit;
    private final ServerPolling waiting;
    private final long fromNanos;

    StalledHead(int port, Duration limit, ServerPolling waiting) {
        this.limit = limit;
        this.waiting = waiting;
        this.fromNanos = waiting.nanoClock().getAsLong();
        this.wire = begun(port);
    }

    private static @Nullable RawConnection begun(int port) {
        try {
            return RawConnection.to(port).say("GET /healthz HTTP/1.1\r\nHost: ");
        } catch (IOException _) {
            return null;
        }
    }

    ClauseResult finding() {
        if (wire == null) {
            return ClauseResult.unseen(ContractClause.HEAD_TIMEOUT, "it took no connection");
        }
        return ClauseResult.of(
                ContractClause.HEAD_TIMEOUT,
                wire.closesWithin(waiting.left(limit, fromNanos)),
                "it is open after " + limit.toSeconds() + " s");
    }

    @Override
    public void close() throws IOException {
        if (wire != null) {
            wire.close();
        }
    }
}
