package io.sallyport.shared;

import java.util.function.LongSupplier;

/** Whether the store hands out slices, and what follows for spending where it does not. Changed by one thread. */
final class StoreOutage {
    private final SharedSettings settings;
    private final LongSupplier nanoClock;
    private long since;
    private boolean isOver;
    private volatile boolean everOpen;
    private volatile boolean open;
    private volatile boolean spending;
    private volatile boolean awaited = true;

    /** @param nanoClock elapsed nanoseconds */
    StoreOutage(SharedSettings settings, LongSupplier nanoClock) {
        this.settings = settings;
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
        boolean isSlack = settings.onOutage() == SharedSettings.OnOutage.SLACK
                && everOpen
                && now - since < settings.outageLimit().toNanos();
        spending = !isOver && (is || isSlack);
        awaited = !isOver && (is || now - since < settings.timeout().toNanos());
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
