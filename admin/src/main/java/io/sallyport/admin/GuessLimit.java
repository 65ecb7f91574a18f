package io.sallyport.admin;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts wrong tokens by the address they came from. Past the bound an address is told to wait; a right token passes all the
 * same, so nobody can lock another out. The addresses are bounded: the one seen longest ago is forgotten. Confined to the
 * event loop.
 */
final class GuessLimit {
    static final int MAX_WRONG = 20;
    static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_ADDRESSES = 1_024;

    private final LongSupplier nanoClock;
    private final Map<InetAddress, Wrong> wrong = new LinkedHashMap<>(16, 0.75f, true);

    GuessLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Counts a wrong token; false where {@code from} has to wait. */
    boolean mayGoOn(InetAddress from) {
        long now = nanoClock.getAsLong();
        Wrong seen = wrong.get(from);
        if (seen == null || now - seen.since >= WINDOW_NANOS) {
            seen = new Wrong(now);
            wrong.put(from, seen);
            forgetOldest();
        }
        seen.count++;
        return seen.count <= MAX_WRONG;
    }

    private void forgetOldest() {
        if (wrong.size() > MAX_ADDRESSES) {
            wrong.remove(wrong.keySet().iterator().next());
        }
    }

    private static final class Wrong {
        private final long since;
        private int count;

        private Wrong(long since) {
            this.since = since;
        }
    }
}
