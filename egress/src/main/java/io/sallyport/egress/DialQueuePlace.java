package io.sallyport.egress;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.sallyport.egress.share.SlotQueue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A place in the queue of dials, held for a bounded time. Confined to its event loop. */
record DialQueuePlace(SlotQueue.Place place, Future<?> timer) {
    /** @param inVain runs on {@code loop} when {@code most} has passed, unless the place was given up before */
    static DialQueuePlace await(SlotQueue.Place place, EventLoop loop, Duration most, Runnable inVain) {
        return new DialQueuePlace(place, loop.schedule(inVain, most.toNanos(), TimeUnit.NANOSECONDS));
    }

    void giveUp() {
        timer.cancel(false);
        place.leave();
    }
}
