package io.sallyport.fetch.cache;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/**
 * A lock for each entry: shared while it is looked at, exclusive while it comes or goes. Some entries have one in
 * common.
 */
final class EntryLocks {
    private static final int LOCKS = 256;

    private final List<ReadWriteLock> locks = Stream.<ReadWriteLock>generate(ReentrantReadWriteLock::new)
            .limit(LOCKS)
            .toList();

    ReadWriteLock of(Path entry) {
        return locks.get(Math.floorMod(entry.hashCode(), LOCKS));
    }
}
