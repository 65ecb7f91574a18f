package io.sallyport.fetch.cache;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** How much room the entries take, and which were used last. Safe for concurrent use; returns at once. */
final class CacheSpace {
    private final long most;
    private final SequencedMap<Path, Entry> entries =
            new LinkedHashMap<>(); // guarded by this; what was used last is last
    private long bytes; // guarded by this

    /** @param most bytes */
    CacheSpace(long most) {
        this.most = most;
    }

    private record Entry(long bytes, Instant used) {}

    /** Takes room for {@code entry}; false where there is not so much. */
    synchronized boolean take(Path entry, long wanted, Instant now) {
        if (wanted > most - bytes) {
            return false;
        }
        add(entry, wanted, now);
        return true;
    }

    /** Takes note of one that is there already. */
    synchronized void add(Path entry, long taken, Instant used) {
        leave(entry);
        entries.put(entry, new Entry(taken, used));
        bytes += taken;
    }

    synchronized void used(Path entry, Instant now) {
        Entry known = entries.get(entry);
        if (known != null) {
            entries.putLast(entry, new Entry(known.bytes, now));
        }
    }

    /** It is gone. */
    synchronized void leave(Path entry) {
        Entry gone = entries.remove(entry);
        bytes -= gone == null ? 0 : gone.bytes;
    }

    synchronized boolean isTooFull() {
        return bytes > most;
    }

    /** Those that were used last before {@code before}, the longest ago first. */
    synchronized List<Path> unusedSince(Instant before) {
        return entries.entrySet().stream()
                .filter(each -> each.getValue().used.isBefore(before))
                .map(Map.Entry::getKey)
                .toList();
    }

    synchronized boolean isUnusedSince(Path entry, Instant before) {
        Entry known = entries.get(entry);
        return known != null && known.used.isBefore(before);
    }
}
