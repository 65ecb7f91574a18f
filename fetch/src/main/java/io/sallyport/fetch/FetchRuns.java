package io.sallyport.fetch;

import org.jspecify.annotations.Nullable;

/** The runs that are known now. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface FetchRuns {
    /**
     * The run that holds the fetch token with this digest, or null.
     *
     * @param sha256 lower-case hex; its look-up tells nothing of a token
     */
    @Nullable
    FetchRun findByToken(String sha256);
}
