package io.sallyport.fetch.share;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.util.function.BiFunction;

/**
 * Calls, of which so many go at one time, and fewer of each sandbox. Who has to wait for a place of his own does so
 * before he leads others, who would wait for it with him. Safe for concurrent use; may block.
 *
 * @param <T> what a call comes to
 */
public final class BoundedSharedCalls<T> {
    private final SharedCalls<T> calls;
    private final ConcurrencyLimit places;

    /**
     * So many calls.
     *
     * @param mostEach of one sandbox
     * @param failed says that there was no place in time, or that the one who was waited for did not come to an end
     */
    public BoundedSharedCalls(int most, int mostEach, BiFunction<ReasonCode, String, FetchRefusal> failed) {
        this.calls = new SharedCalls<>(failed);
        this.places = new ConcurrencyLimit(most, mostEach, failed);
    }

    /** As {@link SharedCalls#run}, once there is a place of {@code sandbox}'s. */
    public T run(SandboxId sandbox, String key, String party, FetchDeadline deadline, SharedCalls.Work<T> work)
            throws RefusedException {
        places.enter(sandbox, deadline);
        try {
            return calls.run(key, party, deadline, work);
        } finally {
            places.leave(sandbox);
        }
    }

    /** As {@link SharedCalls#letGo}. */
    public void letGo(String key) {
        calls.letGo(key);
    }
}
