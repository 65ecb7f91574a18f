package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.forge.FetchDeadline;

/** Puts skills and single files where one sandbox reads them. Safe for concurrent use; may block. */
public interface Landing {
    /** Whether there is a place at all; where not, nothing that is to land need be fetched. */
    default boolean isThere() {
        return true;
    }

    /**
     * Delivers {@code content}, or finds that this very skill or file was delivered before.
     *
     * @param name of the skill's directory, or of the file, without anything that leads elsewhere
     * @param deadline of the whole fetch: nothing here takes longer
     * @return the path by which the sandbox finds it
     * @throws RefusedException where it cannot be delivered
     */
    String deliver(CachedContent content, String name, FetchDeadline deadline) throws RefusedException;

    /**
     * The sandbox is no more: nothing is delivered any longer, and what was goes, as far as it lies on this machine.
     */
    void end();
}
