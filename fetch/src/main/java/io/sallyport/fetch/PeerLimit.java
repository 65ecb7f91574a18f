package io.sallyport.fetch;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts what comes from an address without a token. Past the bound it is told to wait; a right token passes all the same,
 * so nobody can lock another out. The addresses are bounded: the one seen longest ago is forgotten. Confined to the event
 * loop.
 */
final class PeerLimit {
    static final int MAX_PER_MINUTE = 120;
    private static final int MAX_ADDRESSES = 1_024;
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoClock;
    private final Map<InetAddress, Seen> seen = new LinkedHashMap<>(16, 0.75f, true);

    PeerLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    private static final class Seen {
        private final long since;
        private int count;

        private Seen(long since) {
            this.since = since;
        }
    }

    /** Counts one; false where {@code from} has to wait. */
    boolean admits(InetAddress from) {
        long now = nanoClock.getAsLong();
        Seen of = seen.get(from);
        if (of == null || now - of.since >= WINDOW_NANOS) {
            of = new Seen(now);
            seen.put(from, of);
            if (seen.size() > MAX_ADDRESSES) {
                seen.remove(seen.keySet().iterator().next());
            }
        }
        of.count++;
        return of.count <= MAX_PER_MINUTE;
    }
}
