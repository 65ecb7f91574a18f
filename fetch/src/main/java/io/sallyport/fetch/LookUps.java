package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.fetch.share.Computing;
import io.sallyport.model.SandboxId;
import java.io.IOException;

/**
 * Looks into the cache. With the first one of each fetch whoever asks may have every byte of what is kept hashed before
 * anything can refuse him, as often as he asks. Safe for concurrent use; may block.
 */
final class LookUps {
    /** First ones at one time. */
    private static final int MAX_LOOK_UPS = 4;

    private static final int MAX_LOOK_UPS_EACH = 1;

    private final Computing threads =
            new Computing("look-up", MAX_LOOK_UPS, MAX_LOOK_UPS_EACH, (_, _) -> Refused.tooBusy());

    /** What {@code look} finds, once there is a thread for it. */
    SkillCache.Found first(
            SandboxId sandbox, Deadline deadline, FetchTrace trace, Computing.Work<SkillCache.Found> look)
            throws RefusedException {
        return again(trace, () -> threads.run(sandbox, deadline, () -> {}, look));
    }

    /** What {@code look} finds; what had to be set aside is noted. */
    static SkillCache.Found again(FetchTrace trace, Computing.Work<SkillCache.Found> look) throws RefusedException {
        try {
            SkillCache.Found found = look.run();
            if (found instanceof SkillCache.Damaged(var why)) {
                trace.note("a damaged entry of the cache was set aside: " + why);
            }
            return found;
        } catch (IOException e) {
            throw new RefusedException(Refused.cacheUnusable(e.toString()));
        }
    }
}
