package io.sallyport.decision;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Counts the host names that a sandbox asks for the first time, since each may carry something out by DNS. At most so
 * many in any 60 seconds, to the second. Safe for concurrent use; a name that is known takes no lock.
 *
 * <p>Known names are kept in two generations of bounded size; one that was forgotten counts as new again.
 */
final class NewNames {
    /** Names in one generation. */
    static final int GENERATION = 1024;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int perMinute;
    private final LongSupplier nanoClock;
    private final long start;

    private volatile Set<String> recent = ConcurrentHashMap.newKeySet();
    private volatile Set<String> older = Set.of();

    /** Guarded by this: how many were new in each of the last 60 seconds, and the second that was counted last. */
    private final int[] bySecond = new int[60];

    private int inMinute;
    private long lastSecond;

    NewNames(int perMinute, LongSupplier nanoClock) {
        this.perMinute = perMinute;
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
    }

    boolean admits(String name) {
        return isKnown(name) || admitsNew(name);
    }

    /** Whether {@link #admits} would say yes now; nothing is counted. */
    boolean hasRoomFor(String name) {
        return isKnown(name) || hasRoom();
    }

    private boolean isKnown(String name) {
        return recent.contains(name) || older.contains(name);
    }

    private synchronized boolean hasRoom() {
        forgetBefore(now());
        return inMinute < perMinute;
    }

    private synchronized boolean admitsNew(String name) {
        if (isKnown(name)) {
            return true;
        }
        forgetBefore(now());
        if (inMinute >= perMinute) {
            return false;
        }
        inMinute++;
        bySecond[place(lastSecond)]++;
        remember(name);
        return true;
    }

    /** Moves to {@code second}, and forgets what was counted a minute before it or earlier. */
    private void forgetBefore(long second) {
        long steps = Math.min(bySecond.length, second - lastSecond);
        for (long i = 1; i <= steps; i++) {
            int place = place(lastSecond + i);
            inMinute -= bySecond[place];
            bySecond[place] = 0;
        }
        lastSecond = Math.max(second, lastSecond);
    }

    private void remember(String name) {
        if (recent.size() >= GENERATION) {
            older = recent;
            recent = ConcurrentHashMap.newKeySet();
        }
        recent.add(name);
    }

    /** Names that are remembered now. */
    int known() {
        return recent.size() + older.size();
    }

    private int place(long second) {
        return (int) (second % bySecond.length);
    }

    /** Whole seconds since this was made. */
    private long now() {
        return (nanoClock.getAsLong() - start) / NANOS_PER_SECOND;
    }
}
