package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.forge.FetchDeadline;

/** For an operator who shares no directory with sandboxes. Sandboxes must request the content itself. */
public final class NoLanding implements Landing {
    @Override
    public boolean isThere() {
        return false;
    }

    @Override
    public String deliver(CachedContent content, String name, FetchDeadline deadline) throws RefusedException {
        throw new RefusedException(
                switch (content) {
                    case CachedSkill _ -> FetchRefusal.NO_PLACE_FOR_SKILLS;
                    case CachedFile _ -> FetchRefusal.NO_PLACE_FOR_FILES;
                });
    }

    @Override
    public void end() {
        // nothing was placed
    }
}
