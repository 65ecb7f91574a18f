package io.sallyport.shared;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Whether the store answers, and what follows for spending and requests where it does not. Changed by one thread. */
final class StoreOutage {
    private final SharedSettings.OnOutage onOutage;
    private final Duration limit;
    private final Duration timeout;
    private final LongSupplier nanoClock;
    private long since;
    private boolean isOver;
    private volatile boolean everOpen;
    private volatile boolean open;
    private volatile boolean spending;
    private volatile boolean awaited = true;

    /**
     * @param limit for how long {@link SharedSettings.OnOutage#SLACK} lasts
     * @param timeout for how long a request waits for the store
     * @param nanoClock elapsed nanoseconds
     */
    StoreOutage(SharedSettings.OnOutage onOutage, Duration limit, Duration timeout, LongSupplier nanoClock) {
        this.onOutage = onOutage;
        this.limit = limit;
        this.timeout = timeout;
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong();
    }

    /** Takes in whether it hands out slices now. */
    void judge(boolean is) {
        long now = nanoClock.getAsLong();
        if (open && !is) {
            since = now;
        }
        open = is;
        everOpen |= is;
        boolean isSlack = onOutage == SharedSettings.OnOutage.SLACK && everOpen && now - since < limit.toNanos();
        spending = !isOver && (is || isSlack);
        awaited = !isOver && (is || now - since < timeout.toNanos());
    }

    /** Nothing is spent from now on. */
    void end() {
        isOver = true;
        judge(open);
    }

    boolean isOpen() {
        return open;
    }

    boolean wasOpen() {
        return everOpen;
    }

    boolean isSpending() {
        return spending;
    }

    boolean isAwaited() {
        return awaited;
    }
}
