package io.sallyport.proxy.relay.traffic;

import io.sallyport.decision.ledger.CurrencyKind;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.upstream.UpstreamPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one sandbox has running on one event loop, and its kept connections there. Confined to that loop. */
public final class SandboxTraffic {
    /** How long a request may run on under a policy that is no longer in force before it is judged again. */
    public static final Duration GRACE = Duration.ofSeconds(30);

    private final Map<OpenTraffic, Lateness> running = new HashMap<>();
    private final UpstreamPool pool;
    private final TrafficReview review;

    /** Begins with nothing. */
    public SandboxTraffic(UpstreamPool pool, TrafficReview review) {
        this.pool = pool;
        this.review = review;
    }

    /** Since when it runs on under a policy that is no longer in force, and since when without a budget. */
    private record Lateness(SweepTimer policy, SweepTimer budget) {}

    /** Its kept connections here. */
    public UpstreamPool pool() {
        return pool;
    }

    /** That runs from now on. */
    public void began(OpenTraffic one) {
        running.put(one, new Lateness(new SweepTimer(), new SweepTimer()));
    }

    /** It runs no more. */
    public void ended(OpenTraffic one) {
        running.remove(one);
        review.ended(one);
    }

    /** Whether nothing runs and no connection is kept. */
    public boolean isEmpty() {
        return running.isEmpty() && pool.isEmpty();
    }

    /** Judges the tunnels anew, now: policy or budget may be others. */
    public void policyChanged() {
        for (OpenTraffic one : List.copyOf(running.keySet())) {
            if (one.isTunnel() && !review.ends(one) && endsNow(one, exhausted(one))) {
                one.cut(ReasonCode.BUDGET_EXHAUSTED);
            }
        }
    }

    /** Ends what has outlived its lease or its budget, or, after a while, the policy that let it through. */
    public void sweep(long nowNanos) {
        pool.sweep(nowNanos);
        for (Map.Entry<OpenTraffic, Lateness> entry : new ArrayList<>(running.entrySet())) {
            OpenTraffic one = entry.getKey();
            Lateness late = entry.getValue();
            boolean stale = review.isStale(one);
            boolean due = one.isTunnel() || !stale || late.policy().hasPassed(GRACE.toNanos(), nowNanos);
            boolean ended = due && review.ends(one);
            if (!ended && isOverdrawn(one, late.budget(), nowNanos)) {
                one.cut(ReasonCode.BUDGET_EXHAUSTED);
            }
        }
    }

    private static boolean isOverdrawn(OpenTraffic one, SweepTimer since, long nowNanos) {
        CurrencyKind currency = exhausted(one);
        if (currency == null) {
            since.restart();
            return false;
        }
        return endsNow(one, currency) || since.hasPassed(GRACE.toNanos(), nowNanos);
    }

    /** What is used up that ends what is under way: the last use of a lease may take as long as it takes. */
    private static @Nullable CurrencyKind exhausted(OpenTraffic one) {
        AllowedRequest passage = one.passage();
        String currency = passage.sandbox()
                .admission()
                .account()
                .exhausted(passage.request().host());
        CurrencyKind kind = currency == null ? null : CurrencyKind.of(currency);
        return kind == CurrencyKind.USES ? null : kind;
    }

    /**
     * Bytes end whatever moves them. The last of {@code requests} was paid for what runs, so that has a while; other
     * currencies end tunnels, and leave a single request that while.
     */
    private static boolean endsNow(OpenTraffic one, @Nullable CurrencyKind exhausted) {
        return switch (exhausted) {
            case null -> false;
            case BYTES -> true;
            case REQUESTS, USES -> false;
            case REPORTED -> one.isTunnel();
        };
    }

    /** Ends all that runs, and its kept connections. */
    public void cutAll(ReasonCode reason) {
        List.copyOf(running.keySet()).forEach(one -> one.cut(reason));
        pool.close();
    }
}
