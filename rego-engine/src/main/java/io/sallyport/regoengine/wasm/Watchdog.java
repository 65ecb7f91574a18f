package io.sallyport.regoengine.wasm;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Interrupts threads that evaluate for too long. Its own thread is a daemon and sleeps while nothing is evaluated. Safe
 * for concurrent use.
 */
final class Watchdog implements AutoCloseable {
    private static final long ROUND_NANOS = 1_000_000;

    private final LongSupplier nanoClock;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final Thread eyes;
    private volatile boolean isAsleep;
    private volatile boolean isClosed;

    /** @param nanoClock elapsed nanoseconds */
    Watchdog(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        eyes = Thread.ofPlatform().name("rego-wasm-watchdog").daemon().start(this::keepLooking);
    }

    /** Watches the calling thread until the watch is closed, which it must be, by the same thread. */
    Watch watch(Duration time) {
        var watch = new Watch(this, Thread.currentThread(), nanoClock.getAsLong() + time.toNanos());
        watches.add(watch);
        if (isAsleep) {
            LockSupport.unpark(eyes);
        }
        return watch;
    }

    private void keepLooking() {
        while (!isClosed) {
            isAsleep = true;
            if (watches.isEmpty() && !isClosed) {
                LockSupport.park(this);
            }
            isAsleep = false;
            look();
            LockSupport.parkNanos(this, ROUND_NANOS);
        }
    }

    /** Interrupts whoever is over time now. */
    void look() {
        long now = nanoClock.getAsLong();
        for (Watch watch : watches) {
            if (watch.until - now <= 0) {
                watch.bark();
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(eyes);
    }

    /** One stretch of watched work. No interrupt of its arrives after it is closed, none is left pending. */
    static final class Watch implements AutoCloseable {
        private final Watchdog dog;
        private final Thread watched;
        private final long until;
        private boolean hasBarked; // guarded by this
        private boolean isClosed; // guarded by this

        private Watch(Watchdog dog, Thread watched, long until) {
            this.dog = dog;
            this.watched = watched;
            this.until = until;
        }

        private synchronized void bark() {
            if (!isClosed && !hasBarked) {
                hasBarked = true;
                watched.interrupt();
            }
        }

        /** Whether the time was up. */
        synchronized boolean hasBarked() {
            return hasBarked;
        }

        @Override
        public void close() {
            dog.watches.remove(this);
            synchronized (this) {
                isClosed = true;
                if (hasBarked) {
                    Thread.interrupted();
                }
            }
        }
    }
}
