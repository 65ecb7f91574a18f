package io.sallyport.decision.rates;

import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One named rate and what is counted of it. Guarded by the lock of {@link NamedRates}. */
final class RateTable {
    private final NamedRate rate;
    private final long interval;
    private final Decision.Deny deny;
    private final RateCount.Key probe;
    private final Map<RateCount.Key, RateCount> counts = new HashMap<>();
    private long refused;

    RateTable(NamedRate rate) {
        this.rate = rate;
        this.interval = rate.interval();
        this.deny = new Decision.Deny(ReasonCode.RATE_LIMITED, "rate:" + rate.name(), List.of());
        this.probe = new RateCount.Key(rate.by().size());
    }

    /** The count of {@code subject}, or null where nothing is counted of it. */
    @Nullable
    RateCount find(RateSubject subject) {
        return counts.get(probe(subject));
    }

    RateCount add(RateSubject subject, long order) {
        var count = new RateCount(this, probe(subject).copy(), subject.family(), order);
        counts.put(count.key, count);
        return count;
    }

    void remove(RateCount count) {
        counts.remove(count.key);
    }

    /**
     * How much a request takes: of tokens what it is charged, at most a whole bucket, so that a request larger than the
     * bucket waits until it is full; 0: nothing.
     */
    long cost(TokenCharge charge) {
        return rate.unit() == RateUnit.REQUESTS ? 1 : Math.min(charge.estimate(), rate.burst());
    }

    /** Nanoseconds until so much fits; 0: now. */
    long delay(@Nullable RateCount count, long now, long cost) {
        return count == null ? 0 : count.bucket.delay(now, (int) (rate.burst() - cost + 1), interval);
    }

    /** Takes so much from the bucket, whether or not it is there. */
    void take(RateCount count, long now, long cost) {
        count.bucket.take(now, cost * interval);
    }

    void giveBack(RateCount count, long cost, long since) {
        count.bucket.giveBack(cost * interval, since);
    }

    boolean isOfTokens() {
        return rate.unit() == RateUnit.TOKENS;
    }

    /** @param counted whether it is a refusal of its own, and not one of the reasons of another */
    Verdict.Refuse refuse(long waitNanos, boolean counted) {
        refused += counted ? 1 : 0;
        return new Verdict.Refuse(deny, null, waitNanos);
    }

    /** How many requests it refused since the start. */
    long refused() {
        return refused;
    }

    private RateCount.Key probe(RateSubject subject) {
        List<RateKey> by = rate.by();
        for (int i = 0; i < by.size(); i++) {
            probe.set(i, by.get(i).of(subject));
        }
        return probe;
    }
}
