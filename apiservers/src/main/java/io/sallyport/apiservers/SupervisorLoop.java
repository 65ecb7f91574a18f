package io.sallyport.apiservers;

import java.util.concurrent.Executor;

/** The one thread on which servers are watched, and its clock. Safe for concurrent use. */
public interface SupervisorLoop extends Executor {
    /** Elapsed time, comparable by difference only. */
    long nanoTime();

    /** Runs {@code task} on the loop, not before that time has passed. */
    void after(long nanos, Runnable task);
}
