package io.sallyport.control;

import io.sallyport.model.SandboxId;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** A lock for each family of sandboxes, shared with some others: one is held at a time, so that does not matter. */
final class FamilyLocks {
    private static final int LOCKS = 256;

    private final Lock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(Lock[]::new);

    /** @param root the sandbox without parent that all of them descend from */
    Lock of(SandboxId root) {
        return locks[Math.floorMod(root.hashCode(), LOCKS)];
    }
}
