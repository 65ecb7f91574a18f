package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.share.ComputeThreads;
import io.sallyport.model.SandboxId;
import java.io.IOException;

/**
 * Looks into the cache. With the first one of each fetch whoever asks may have every byte of what is kept hashed before
 * anything can refuse him, as often as he asks. Safe for concurrent use; may block.
 */
final class CacheLookups {
    /** First ones at one time. */
    private static final int MAX_LOOK_UPS = 4;

    private static final int MAX_LOOK_UPS_EACH = 1;

    private final ComputeThreads threads =
            new ComputeThreads("look-up", MAX_LOOK_UPS, MAX_LOOK_UPS_EACH, (_, _) -> FetchRefusal.TOO_BUSY);

    /** What {@code look} finds, once there is a thread for it. */
    SkillCache.Found first(
            SandboxId sandbox, FetchDeadline deadline, FetchTrace trace, ComputeThreads.Work<SkillCache.Found> look)
            throws RefusedException {
        return again(trace, () -> threads.run(sandbox, deadline, () -> {}, look));
    }

    /** What {@code look} finds; what had to be set aside is noted. */
    static SkillCache.Found again(FetchTrace trace, ComputeThreads.Work<SkillCache.Found> look)
            throws RefusedException {
        try {
            SkillCache.Found found = look.run();
            if (found instanceof SkillCache.Damaged(var why)) {
                trace.note("a damaged entry of the cache was set aside: " + why);
            }
            return found;
        } catch (IOException e) {
            throw new RefusedException(FetchRefusal.cacheUnusable(e.toString()));
        }
    }
}
