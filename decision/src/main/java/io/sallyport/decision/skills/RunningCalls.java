package io.sallyport.decision.skills;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Calls that may still run: nobody says when one has ended, so each keeps its place until the time that it may take is
 * over. Guarded by its owner's lock.
 */
final class RunningCalls {
    private @Nullable PriorityQueue<Long> freeAt;

    /** How long until a place is free, in nanoseconds; 0: now. */
    long delay(long now, int places) {
        long taken = taken(now);
        if (freeAt == null || taken < places) {
            return 0;
        }
        // where a smaller bound came meanwhile, more than one has to end first
        return freeAt.stream().sorted().skip(taken - places).findFirst().orElse(now) - now;
    }

    void take(long until) {
        if (freeAt == null) {
            freeAt = new PriorityQueue<>();
        }
        freeAt.add(until);
    }

    long taken(long now) {
        if (freeAt == null) {
            return 0;
        }
        while (!freeAt.isEmpty() && freeAt.peek() <= now) {
            freeAt.remove();
        }
        return freeAt.size();
    }
}
