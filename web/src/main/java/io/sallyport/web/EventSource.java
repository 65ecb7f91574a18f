package io.sallyport.web;

import org.jspecify.annotations.Nullable;

/** Where the events of one follower come from. Confined to the event loop; it holds a bounded number of them. */
public interface EventSource {
    /** The next event as it is sent, with its blank line, or null where there is none yet. */
    @Nullable
    String next();

    /** The follower is gone. */
    void close();

    /** Opens a source. */
    @FunctionalInterface
    interface Opening {
        /**
         * Opens one.
         *
         * @param signal to be run, on any thread, when there is a next event again
         */
        EventSource open(Runnable signal);
    }
}
