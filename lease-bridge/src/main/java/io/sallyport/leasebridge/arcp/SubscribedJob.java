package io.sallyport.leasebridge.arcp;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** One job as a subscriber follows it. Confined to its subscriber. */
final class SubscribedJob {
    /** Currencies of one job that are counted. */
    private static final int MAX_CURRENCIES = 64;

    private final Map<String, BigDecimal> counted = new HashMap<>();
    private final Map<String, BigDecimal> reported = new HashMap<>();
    private long lastSeq;
    private boolean subscribed;
    private boolean granted;
    private boolean worthless;

    /** Whether this connection has asked for it. */
    boolean isSubscribed() {
        return subscribed;
    }

    /** Its history is about to be told from the beginning: what was counted is counted again. */
    void subscribing() {
        subscribed = true;
        lastSeq = 0;
        counted.clear();
    }

    /** It is asked for anew at the next occasion. */
    void unsubscribed() {
        subscribed = false;
    }

    /** Whether the event is the one that follows; false where some are missing, or it was heard before. */
    boolean follows(long seq) {
        return seq == 0 || seq == lastSeq + 1;
    }

    boolean wasHeard(long seq) {
        return seq != 0 && seq <= lastSeq;
    }

    void heard(long seq) {
        lastSeq = Math.max(lastSeq, seq);
    }

    /** Adds to what was reported; true where that is more than has been told. */
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

    /** Notes a metric that spends nothing; true of the first. */
    boolean isFirstWorthless() {
        boolean first = !worthless;
        worthless = true;
        return first;
    }

    /** Whether its lease has been told: spending is told after it. */
    boolean isGranted() {
        return granted;
    }

    void granted() {
        granted = true;
    }

    /** All that was reported, by currency. */
    Map<String, BigDecimal> totals() {
        return Map.copyOf(reported);
    }
}
