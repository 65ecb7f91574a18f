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
final class WasmWatchdog implements AutoCloseable {
    private static final long ROUND_NANOS = 1_000_000;

    private final LongSupplier nanoClock;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final Thread eyes;
    private volatile boolean isAsleep;
    private volatile boolean isClosed;

    /** @param nanoClock elapsed nanoseconds */
    WasmWatchdog(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        eyes = Thread.ofPlatform().name("rego-wasm-watchdog").daemon().start(this::keepLooking);
    }

    /** Watches the calling thread until the same thread closes the watch, which it must. */
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

    /** Interrupts every thread whose time is exceeded now. */
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

    /** A period of watched work. After it is closed, its interrupt neither arrives nor stays pending. */
    static final class Watch implements AutoCloseable {
        private final WasmWatchdog dog;
        private final Thread watched;
        private final long until;
        private boolean hasBarked; // guarded by this
        private boolean isClosed; // guarded by this

        private Watch(WasmWatchdog dog, Thread watched, long until) {
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

        /** Returns whether the time was exceeded. */
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
