package io.sallyport.regoengine.compiler;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Interrupts a thread that takes too long. Safe for concurrent use; its own thread is a daemon. */
final class CompileWatchdog implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        var thread = new Thread(task, "rego-compiler-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    CompileWatchdog() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Watches the calling thread until the same thread closes the watch, which it must. */
    Watch watch(Duration timeout) {
        return new Watch(Thread.currentThread(), timer, timeout);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** A period of watched work. After it is closed, its interrupt neither arrives nor stays pending. */
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

        /** Returns whether the time was exceeded. */
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
