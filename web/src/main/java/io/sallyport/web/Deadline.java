package io.sallyport.web;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The deadline for what a connection waits for, and the action if it is missed. Confined to the event loop. */
final class Deadline {
    private @Nullable ScheduledFuture<?> pending;

    /** Sets a deadline; replaces the previous one. */
    void in(Duration wait, EventLoop loop, Runnable missed) {
        cancel();
        pending = loop.schedule(missed, wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    void cancel() {
        if (pending != null) {
            pending.cancel(false);
            pending = null;
        }
    }
}
