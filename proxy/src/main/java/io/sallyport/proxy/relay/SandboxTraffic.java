package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.RequestPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one sandbox has running on one event loop, and its kept connections there. Confined to that loop. */
final class SandboxTraffic {
    /** How long a request may run on under a policy that is no longer in force before it is judged again. */
    static final Duration GRACE = Duration.ofSeconds(30);

    private final Map<Ongoing, SweepTimer> running = new HashMap<>();
    private final UpstreamPool pool;

    SandboxTraffic(UpstreamPool pool) {
        this.pool = pool;
    }

    UpstreamPool pool() {
        return pool;
    }

    void began(Ongoing one) {
        running.put(one, new SweepTimer());
    }

    void ended(Ongoing one) {
        running.remove(one);
    }

    boolean isEmpty() {
        return running.isEmpty() && pool.isEmpty();
    }

    /** Judges the tunnels anew, now. */
    void policyChanged(RequestPath path) {
        for (Ongoing one : List.copyOf(running.keySet())) {
            if (one.isTunnel()) {
                review(path, one);
            }
        }
    }

    /** Ends what has outlived its lease, or, after a while, the policy that let it through. */
    void sweep(RequestPath path, long nowNanos) {
        pool.sweep(nowNanos);
        for (Map.Entry<Ongoing, SweepTimer> entry : new ArrayList<>(running.entrySet())) {
            Ongoing one = entry.getKey();
            var passage = one.passage();
            boolean stale = !passage.policies().isInForce();
            boolean due = one.isTunnel() || !stale || entry.getValue().hasPassed(GRACE.toNanos(), nowNanos);
            if (due) {
                review(path, one);
            }
        }
    }

    void cutAll(ReasonCode reason) {
        List.copyOf(running.keySet()).forEach(one -> one.cut(reason));
        pool.close();
    }

    private static void review(RequestPath path, Ongoing one) {
        ReasonCode reason = path.review(one.passage());
        if (reason != null) {
            one.cut(reason);
        }
    }
}
