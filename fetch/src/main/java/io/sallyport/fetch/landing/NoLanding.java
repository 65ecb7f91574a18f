package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.Cached;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.forge.Deadline;

/** For an operator who shares no directory with sandboxes. Sandboxes must request the content itself. */
public final class NoLanding implements Landing {
    @Override
    public boolean isThere() {
        return false;
    }

    @Override
    public String deliver(Cached content, String name, Deadline deadline) throws RefusedException {
        throw new RefusedException(
                switch (content) {
                    case CachedSkill _ -> Refused.noPlaceForSkills();
                    case CachedFile _ -> Refused.noPlaceForFiles();
                });
    }

    @Override
    public void end() {
        // nothing was placed
    }
}
