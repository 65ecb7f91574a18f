package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.GroupKey;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/**
 * What was counted of parts of the index that do not change any more, up to a number of bytes; what was not asked for
 * longest leaves first. Safe for concurrent use; the lock is held only for single operations.
 */
final class CountCache {
    /** A smaller part is counted at once, and is soon merged. */
    static final int MIN_DOCUMENTS = 1_000;

    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, KeptSums> sums = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<IndexReader.CacheKey> segments = new HashSet<>();
    private long bytes;

    /**
     * What is counted.
     *
     * @param text that the query does not decide alone
     */
    record Question(Query query, @Nullable String text, List<GroupKey> keys) {
        Question {
            keys = List.copyOf(keys);
        }
    }

    /**
     * One count of one part, or of a run that begins with it. Records of a part are only removed, so that their number
     * tells which are left.
     */
    private record Key(IndexReader.CacheKey segment, int documents, boolean isRun, Question question) {}

    /** @param maxBytes 0 for none */
    CountCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns what was counted of one part, or null. */
    @Nullable
    SegmentSums find(LeafReader segment, Question question) {
        return find(key(segment, false, question)) instanceof SegmentSums known ? known : null;
    }

    /** Returns what was counted of a run of parts that begins with {@code first}, or null. */
    @Nullable
    RunSums findRun(LeafReader first, Question question) {
        return find(key(first, true, question)) instanceof RunSums known ? known : null;
    }

    private @Nullable KeptSums find(@Nullable Key key) {
        lock.lock();
        try {
            return key == null ? null : sums.get(key);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a whole count, if there is room for it. */
    void keep(LeafReader segment, Question question, KeptSums counted) {
        Key key = key(segment, counted instanceof RunSums, question);
        if (key == null || segment.maxDoc() < MIN_DOCUMENTS || counted.bytes() > maxBytes) {
            return;
        }
        if (isNew(key.segment)) {
            segment.getCoreCacheHelper().addClosedListener(this::forget);
        }
        lock.lock();
        try {
            KeptSums before = sums.put(key, counted);
            bytes += counted.bytes() - (before == null ? 0 : before.bytes());
            Iterator<KeptSums> oldest = sums.values().iterator();
            while (bytes > maxBytes) {
                bytes -= oldest.next().bytes();
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isNew(IndexReader.CacheKey segment) {
        lock.lock();
        try {
            return segments.add(segment);
        } finally {
            lock.unlock();
        }
    }

    private void forget(IndexReader.CacheKey segment) {
        lock.lock();
        try {
            segments.remove(segment);
            sums.entrySet().removeIf(entry -> {
                boolean isGone = entry.getKey().segment.equals(segment);
                bytes -= isGone ? entry.getValue().bytes() : 0;
                return isGone;
            });
        } finally {
            lock.unlock();
        }
    }

    private static @Nullable Key key(LeafReader segment, boolean isRun, Question question) {
        IndexReader.CacheHelper helper = segment.getCoreCacheHelper();
        return helper == null ? null : new Key(helper.getKey(), segment.numDocs(), isRun, question);
    }

    /** Returns how many bytes are in use. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }
}
