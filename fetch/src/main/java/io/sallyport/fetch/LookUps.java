package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.fetch.share.Computing;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The first look of each fetch into the cache. Whoever asks may have every byte of what is kept hashed before anything can
 * refuse him, as often as he asks. Safe for concurrent use; may block.
 */
final class LookUps {
    /** At one time. */
    private static final int MAX_LOOK_UPS = 4;

    private static final int MAX_LOOK_UPS_EACH = 1;

    private final Computing threads =
            new Computing("look-up", MAX_LOOK_UPS, MAX_LOOK_UPS_EACH, (_, _) -> Refused.tooBusy());

    <T extends @Nullable Object> T run(SandboxId sandbox, Deadline deadline, Computing.Work<T> look)
            throws RefusedException {
        try {
            return threads.run(sandbox, deadline, () -> {}, look);
        } catch (IOException e) {
            throw new RefusedException(Refused.cacheUnusable(e.toString()));
        }
    }
}
