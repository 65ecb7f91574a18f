package io.sallyport.regoengine.compiler;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Interrupts a thread that takes too long. Safe for concurrent use; its own thread is a daemon. */
final class Watchdog implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        var thread = new Thread(task, "rego-compiler-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    Watchdog() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Watches the calling thread until the watch is closed, which it must be, by the same thread. */
    Watch watch(Duration timeout) {
        return new Watch(Thread.currentThread(), timer, timeout);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** One stretch of watched work. No interrupt of its arrives after it is closed, none is left pending. */
    static final class Watch implements AutoCloseable {
        private final Thread watched;
        private final Future<?> alarm;
        private boolean hasBarked; // guarded by this
        private boolean isClosed; // guarded by this

        private Watch(Thread watched, ScheduledExecutorService timer, Duration timeout) {
            this.watched = watched;
            alarm = timer.schedule(this::bark, timeout.toNanos(), TimeUnit.NANOSECONDS);
        }

        private synchronized void bark() {
            if (!isClosed) {
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
            alarm.cancel(false);
            synchronized (this) {
                isClosed = true;
                if (hasBarked) {
                    Thread.interrupted();
                }
            }
        }
    }
}
