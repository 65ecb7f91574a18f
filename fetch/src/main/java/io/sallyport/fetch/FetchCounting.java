package io.sallyport.fetch;

import java.io.IOException;

/** Keeps what was counted of one run, so that it outlives the gateway. Safe for concurrent use; blocks. */
@FunctionalInterface
public interface FetchCounting {
    /** Where counts end with the process, as the run does. */
    FetchCounting IN_MEMORY = () -> {};

    /** Returns once all that has been counted so far is kept. */
    void keep() throws IOException;
}
