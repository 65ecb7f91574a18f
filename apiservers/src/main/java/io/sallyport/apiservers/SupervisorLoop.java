package io.sallyport.apiservers;

import java.util.concurrent.Executor;

/**
 * The one thread on which servers are watched, its clock, and the threads for what would hold it up. Safe for
 * concurrent use.
 */
public interface SupervisorLoop extends Executor {
    /** Elapsed time, comparable by difference only. */
    long nanoTime();

    /** Runs {@code task} on the loop, not before that time has passed. */
    void after(long nanos, Runnable task);

    /** Runs what may block, each task on a thread of the system's own: one for each server, and one for each start. */
    Executor aside();

    /**
     * Runs what starts processes, on a thread that lives as long as the loop: the kernel takes the end of the thread
     * that started a process for the end of its parent (prctl(2), PR_SET_PDEATHSIG).
     */
    Executor starter();
}
