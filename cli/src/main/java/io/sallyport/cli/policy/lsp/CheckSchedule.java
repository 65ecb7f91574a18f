package io.sallyport.cli.policy.lsp;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What must be checked, and when: after nothing has changed in it for a while. Holds a file, or a folder of Rego, once;
 * so there are at most as many entries as documents were opened since the last check. Safe for concurrent use.
 */
final class CheckSchedule {
    /** How long a text must stay as it is. */
    static final Duration QUIET = Duration.ofMillis(200);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LongSupplier nanoClock;
    private final Map<Path, Long> due = new LinkedHashMap<>(); // guarded by this; in order of time

    CheckSchedule(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Puts off the check of {@code unit}, and requests one. */
    synchronized void changed(Path unit) {
        due.remove(unit);
        due.put(unit, nanoClock.getAsLong() + QUIET.toNanos());
        notifyAll();
    }

    /** Returns what is due now and removes it, or null. */
    synchronized @Nullable Path next() {
        for (var first : due.entrySet()) {
            if (first.getValue() - nanoClock.getAsLong() > 0) {
                return null;
            }
            due.remove(first.getKey());
            return first.getKey();
        }
        return null;
    }

    /** Waits for what is due, and removes it. */
    synchronized Path take() throws InterruptedException {
        for (Path unit = next(); ; unit = next()) {
            if (unit != null) {
                return unit;
            }
            if (due.isEmpty()) {
                wait();
            } else {
                long left = due.values().iterator().next() - nanoClock.getAsLong();
                wait(Math.max(1, left / NANOS_PER_MILLI));
            }
        }
    }
}
