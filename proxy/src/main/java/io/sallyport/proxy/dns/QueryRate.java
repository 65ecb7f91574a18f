package io.sallyport.proxy.dns;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts the queries of one sandbox in each second. Safe for concurrent use. */
final class QueryRate {
    private final int perSecond;
    private final LongSupplier nanoClock;
    private long second;
    private int asked;

    QueryRate(int perSecond, LongSupplier nanoClock) {
        this.perSecond = perSecond;
        this.nanoClock = nanoClock;
    }

    /** Returns whether one more may be answered; counts it if so. */
    synchronized boolean take() {
        long now = TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong());
        if (now != second) {
            second = now;
            asked = 0;
        }
        if (asked >= perSecond) {
            return false;
        }
        asked++;
        return true;
    }
}
