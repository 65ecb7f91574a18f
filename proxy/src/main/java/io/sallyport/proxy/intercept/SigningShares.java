package io.sallyport.proxy.intercept;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.model.SandboxId;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How much signing each sandbox has had: what one uses up is its own alone. Safe for concurrent use. */
final class SigningShares {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** A share that nobody touched for a window is full and has none waiting: forgetting it changes nothing. */
    private final Cache<SandboxId, Share> shares;

    private final InterceptLimits limits;
    private final LongSupplier nanoClock;

    SigningShares(InterceptLimits limits, LongSupplier nanoClock) {
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.shares = Caffeine.newBuilder()
                .expireAfterAccess(WINDOW)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    Share of(SandboxId sandbox) {
        return shares.get(sandbox, _ -> new Share());
    }

    /** A bucket of signatures that fills evenly, and those who wait. */
    final class Share {
        private double signatures = limits.maxSignedPerMinute(); // guarded by this, as all below
        private long filledAt = nanoClock.getAsLong();
        private int waiting;

        /** False where too many connections of the sandbox wait already; else {@link #leave} follows. */
        synchronized boolean enter() {
            if (waiting >= limits.maxWaiting()) {
                return false;
            }
            waiting++;
            return true;
        }

        synchronized void leave() {
            waiting--;
        }

        /** Takes one signature; false where none is left now. */
        synchronized boolean takeSignature() {
            long now = nanoClock.getAsLong();
            double refill = (double) (now - filledAt) / WINDOW.toNanos() * limits.maxSignedPerMinute();
            signatures = Math.min(limits.maxSignedPerMinute(), signatures + refill);
            filledAt = now;
            if (signatures < 1) {
                return false;
            }
            signatures--;
            return true;
        }
    }
}
