package io.sallyport.decision;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How often in a minute an address may ask before anybody knows who it is: with a wrong token, or none. Who shows a
 * right one is not counted, so nobody can lock another out. The addresses are bounded: the one seen longest ago is
 * forgotten. Confined to one thread.
 */
public final class AddressLimit {
    private static final int MAX_ADDRESSES = 1_024;
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoClock;
    private final int most;
    /** Strictly by age: a cache that refuses newcomers a place would not count them. */
    private final Map<InetAddress, Seen> seen = new LinkedHashMap<>(16, 0.75f, true);

    /** @param most times in a minute, above zero */
    public AddressLimit(LongSupplier nanoClock, int most) {
        this.nanoClock = nanoClock;
        this.most = most;
    }

    private static final class Seen {
        private final long since;
        private int count;

        private Seen(long since) {
            this.since = since;
        }
    }

    /** Counts one; false where {@code from} has to wait. */
    public boolean admits(InetAddress from) {
        long now = nanoClock.getAsLong();
        Seen of = seen.get(from);
        if (of == null || now - of.since >= WINDOW_NANOS) {
            of = new Seen(now);
            seen.put(from, of);
            forgetOldest();
        }
        of.count++;
        return of.count <= most;
    }

    private void forgetOldest() {
        if (seen.size() > MAX_ADDRESSES) {
            seen.remove(seen.keySet().iterator().next());
        }
    }
}
