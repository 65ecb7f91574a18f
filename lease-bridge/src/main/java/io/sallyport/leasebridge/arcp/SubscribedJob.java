package io.sallyport.leasebridge.arcp;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** One job as a subscriber follows it. Confined to its subscriber. */
final class SubscribedJob {
    /** Limit of currencies counted for one job. */
    private static final int MAX_CURRENCIES = 64;

    private final Map<String, BigDecimal> counted = new HashMap<>();
    private final Map<String, BigDecimal> reported = new HashMap<>();
    private long lastSeq;
    private boolean subscribed;
    private boolean granted;
    private boolean worthless;

    /** Returns whether this connection has subscribed to the job. */
    boolean isSubscribed() {
        return subscribed;
    }

    /** Resets the counts: the job's history is about to be sent from the beginning. */
    void subscribing() {
        subscribed = true;
        lastSeq = 0;
        counted.clear();
    }

    /** Marks the job for a new subscription. */
    void unsubscribed() {
        subscribed = false;
    }

    /** Returns whether the event is the next one; false if some are missing or it was received before. */
    boolean follows(long seq) {
        return seq == 0 || seq == lastSeq + 1;
    }

    boolean wasHeard(long seq) {
        return seq != 0 && seq <= lastSeq;
    }

    void heard(long seq) {
        lastSeq = Math.max(lastSeq, seq);
    }

    /** Adds a reported amount. Returns whether the total exceeds what has been passed on. */
    boolean spend(String currency, BigDecimal amount) {
        if (counted.size() >= MAX_CURRENCIES && !counted.containsKey(currency)) {
            return false;
        }
        BigDecimal total = counted.merge(currency, amount, BigDecimal::add);
        BigDecimal before = reported.getOrDefault(currency, BigDecimal.ZERO);
        if (total.compareTo(before) <= 0) {
            return false;
        }
        reported.put(currency, total);
        return true;
    }

    /** Notes a metric that spends nothing. Returns true only for the first. */
    boolean isFirstWorthless() {
        boolean first = !worthless;
        worthless = true;
        return first;
    }

    /** Returns whether its lease has been reported; spending is reported only after it. */
    boolean isGranted() {
        return granted;
    }

    void granted() {
        granted = true;
    }

    /** Returns all that was reported, by currency. */
    Map<String, BigDecimal> totals() {
        return Map.copyOf(reported);
    }
}
