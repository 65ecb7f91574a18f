package io.sallyport.decision.rates;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that one call of a model takes from rates: an estimate before it, what it used in the end. A charge is for
 * one call; what is never settled stays as estimated. Safe for concurrent use.
 */
public final class TokenCharge {
    /** Of requests that are none of a model. */
    static final TokenCharge NONE = new TokenCharge(0);

    private final long estimate;
    private final List<Part> parts = new ArrayList<>(); // guarded by the lock of the rates
    private @Nullable NamedRates rates;

    /**
     * What was taken of one rate.
     *
     * @param tokens that it stands for now
     * @param fills of the bucket when they were taken
     */
    record Part(RateTable table, RateCount count, RateSubject subject, long tokens, long fills) {}

    /** @param estimate tokens that the call may use, in and out; not negative */
    public TokenCharge(long estimate) {
        this.estimate = estimate;
    }

    long estimate() {
        return estimate;
    }

    void taken(NamedRates of, Part part) {
        rates = of;
        parts.add(part);
    }

    List<Part> parts() {
        return parts;
    }

    /** Charges {@code used} tokens in place of what was charged so far; 0 gives all back. */
    public void settle(long used) {
        NamedRates charged = rates;
        if (charged != null) {
            charged.settle(this, used);
        }
    }
}
