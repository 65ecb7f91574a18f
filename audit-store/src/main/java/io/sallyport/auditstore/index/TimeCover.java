package io.sallyport.auditstore.index;

import java.io.IOException;
import java.time.Instant;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.LeafReader;
import org.jspecify.annotations.Nullable;

/** Which records of a part of the index a span of time holds. */
enum TimeCover {
    ALL,
    SOME,
    NONE;

    /**
     * @param from the first time; null if there is none
     * @param to the first time that is too late; null if there is none
     */
    static TimeCover of(LeafReader segment, @Nullable Instant from, @Nullable Instant to) throws IOException {
        if (from == null && to == null) {
            return ALL;
        }
        DocValuesSkipper times = segment.getDocValuesSkipper(RecordDocument.TIME);
        if (times == null) {
            return SOME;
        }
        long first = IndexQueries.firstMillis(from);
        long last = IndexQueries.lastMillis(to);
        if (times.maxValue() < first || times.minValue() > last) {
            return NONE;
        }
        return times.minValue() >= first && times.maxValue() <= last ? ALL : SOME;
    }
}
