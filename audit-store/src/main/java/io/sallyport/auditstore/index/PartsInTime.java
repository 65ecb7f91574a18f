package io.sallyport.auditstore.index;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the index that a span of time touches, in the order of the log. Immutable.
 *
 * @param older those before the run
 * @param run large parts that follow each other, lie whole in time, and have lost no record: their sum changes only as
 *     they are merged
 * @param newer those after the run
 */
record PartsInTime(List<Part> older, List<LeafReaderContext> run, List<Part> newer) {
    /** A part with a smaller share of the documents is soon merged. */
    private static final int SHARE = 64;

    PartsInTime {
        older = List.copyOf(older);
        run = List.copyOf(run);
        newer = List.copyOf(newer);
    }

    /** One part, and whether all of it is in time. */
    record Part(LeafReaderContext segment, boolean isWhole) {}

    /**
     * Divides the parts of {@code index}.
     *
     * @param from the first time; null if there is none
     * @param to the first time that is too late; null if there is none
     */
    static PartsInTime of(IndexReader index, @Nullable Instant from, @Nullable Instant to) throws IOException {
        List<Part> older = new ArrayList<>();
        List<LeafReaderContext> run = new ArrayList<>();
        List<Part> newer = new ArrayList<>();
        for (LeafReaderContext segment : index.leaves()) {
            TimeCover cover = TimeCover.of(segment.reader(), from, to);
            boolean isStable = cover == TimeCover.ALL && isStable(segment.reader(), index.maxDoc());
            if (isStable && newer.isEmpty()) {
                run.add(segment);
            } else if (cover != TimeCover.NONE) {
                (run.isEmpty() ? older : newer).add(new Part(segment, cover == TimeCover.ALL));
            }
        }
        return new PartsInTime(older, run, newer);
    }

    private static boolean isStable(LeafReader segment, int documents) {
        return segment.numDocs() == segment.maxDoc()
                && segment.maxDoc() >= Math.max(CountCache.MIN_DOCUMENTS, documents / SHARE)
                && segment.getCoreCacheHelper() != null;
    }

    /** Returns what tells these parts from others. */
    static List<IndexReader.CacheKey> keys(List<LeafReaderContext> parts) {
        return parts.stream()
                .map(part -> part.reader().getCoreCacheHelper().getKey())
                .toList();
    }
}
