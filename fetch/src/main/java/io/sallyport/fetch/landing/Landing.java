package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedSkill;

/** Puts skills where one sandbox reads them. Safe for concurrent use; may block. */
@FunctionalInterface
public interface Landing {
    /**
     * Delivers {@code skill}, or finds that this very one was delivered before.
     *
     * @param name of the skill's directory, without anything that leads elsewhere
     * @return the path by which the sandbox finds it
     * @throws RefusedException where it cannot be delivered
     */
    String deliver(CachedSkill skill, String name) throws RefusedException;
}
