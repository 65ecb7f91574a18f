package io.sallyport.decision;

import java.util.concurrent.atomic.AtomicReference;

/** Points at the policy in force for one sandbox. Safe for concurrent use; readers never wait. */
public final class PolicyHolder {
    private final AtomicReference<PolicySnapshot> current;

    public PolicyHolder(PolicySnapshot first) {
        current = new AtomicReference<>(first);
    }

    public PolicySnapshot current() {
        return current.getAcquire();
    }

    /** Puts {@code next} in force unless a newer one already is; says whether it did. */
    public boolean advanceTo(PolicySnapshot next) {
        PolicySnapshot seen = current.getAcquire();
        while (next.generation() > seen.generation()) {
            PolicySnapshot witness = current.compareAndExchange(seen, next);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    /**
     * Puts {@code next} in place of a snapshot of the same generation, from which it differs only in what it reports;
     * says whether it did.
     */
    public boolean renew(PolicySnapshot next) {
        PolicySnapshot seen = current.getAcquire();
        return next.generation() == seen.generation() && current.compareAndSet(seen, next);
    }
}
