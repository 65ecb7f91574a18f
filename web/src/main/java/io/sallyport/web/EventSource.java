package io.sallyport.web;

import org.jspecify.annotations.Nullable;

/** The events for one follower. Confined to the event loop; holds a bounded number of events. */
public interface EventSource {
    /** Returns the next event in wire format, with its blank line, or null if there is none yet. */
    @Nullable
    String next();

    /** Closes the source, because the follower is gone. */
    void close();

    /** Opens a source. */
    @FunctionalInterface
    interface Opening {
        /**
         * Opens a source.
         *
         * @param signal run, on any thread, when there is a next event again
         */
        EventSource open(Runnable signal);
    }
}
