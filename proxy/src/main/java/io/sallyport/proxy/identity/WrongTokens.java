package io.sallyport.proxy.identity;

import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.GuessLimits;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How often in a minute wrong proxy tokens are answered as such. Right ones are not counted, so nobody can lock another
 * out. Safe for concurrent use; the lock is held for one look at a map, and taken for wrong tokens alone.
 */
public final class WrongTokens {
    /** Until all are forgotten. */
    public static final int WINDOW_SECONDS = 60;

    private final GuessLimits limits;
    private final LongSupplier nanoClock;
    private final Map<Claim, Integer> counts = new HashMap<>();
    private long since;
    private int all;

    public WrongTokens(GuessLimits limits, LongSupplier nanoClock) {
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong();
    }

    /** @param claimed the sandbox that the token was sent for, whether or not there is one */
    private record Claim(
            @Nullable InetAddress from, @Nullable SandboxId claimed) {}

    /** Counts one; false where its sender has to wait. */
    synchronized boolean admits(@Nullable InetAddress from, @Nullable SandboxId claimed) {
        long now = nanoClock.getAsLong();
        if (now - since >= TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
            since = now;
            all = 0;
            counts.clear();
        }
        if (all >= limits.ofAll() || counts.merge(new Claim(from, claimed), 1, Integer::sum) > limits.ofOne()) {
            return false;
        }
        all++;
        return true;
    }
}
