package io.sallyport.control;

import io.sallyport.model.SandboxId;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A lock for each family of sandboxes. Families may share a lock; that is harmless, since a thread holds one at a time.
 */
final class FamilyLocks {
    private static final int LOCKS = 256;

    private final Lock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(Lock[]::new);

    /** Locks that are held until {@link #close}, by the thread that took them. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /** @param root the ancestor without a parent that all members descend from */
    Lock of(SandboxId root) {
        return locks[Math.floorMod(root.hashCode(), LOCKS)];
    }
}
