package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest records that match. Documents stand in the order of the log, segments too, so that it walks from the
 * end in windows that grow, and stops when the page is full. Confined to one thread.
 */
final class PageSearch {
    private static final int FIRST_WINDOW = 1 << 10;
    private static final int GROWTH = 4;

    private final IndexSearcher searcher;
    private final Weight weight;
    private final @Nullable String text;
    private final SearchDeadline deadline;
    /** Newest first. */
    private final List<String> lines = new ArrayList<>();

    private final int limit;
    private long oldest;
    private boolean isFull;

    PageSearch(IndexSearcher searcher, Query query, @Nullable String text, int limit, SearchDeadline deadline)
            throws IOException {
        this.searcher = searcher;
        this.text = text;
        this.limit = limit;
        this.deadline = deadline;
        weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    }

    /** @param before the number of the first record that is too new */
    AuditPage newest(long before) throws IOException {
        List<LeafReaderContext> segments = searcher.getIndexReader().leaves();
        for (int i = segments.size() - 1; i >= 0 && !isFull && !deadline.isOver(); i--) {
            walk(segments.get(i), before);
        }
        Long next = isFull ? Long.valueOf(oldest) : null;
        return new AuditPage(lines.reversed(), next, isFull || !deadline.isOver());
    }

    private void walk(LeafReaderContext segment, long before) throws IOException {
        int end = firstFrom(segment, before);
        int window = FIRST_WINDOW;
        while (end > 0 && !isFull && !deadline.isOver()) {
            int start = Math.max(0, end - window);
            List<Integer> found = matches(segment, start, end);
            take(segment, found.reversed());
            end = start;
            window = Math.min(window * GROWTH, 1 << 28);
        }
    }

    /** Returns the first document whose number is not below {@code seq}. */
    private static int firstFrom(LeafReaderContext segment, long seq) throws IOException {
        int low = 0;
        int high = segment.reader().maxDoc();
        if (seq == AuditPage.NEWEST) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (seq(segment, middle) < seq) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the number of a record. */
    static long seq(LeafReaderContext segment, int document) throws IOException {
        NumericDocValues numbers = DocValues.getNumeric(segment.reader(), RecordDocument.SEQ);
        return numbers.advanceExact(document) ? numbers.longValue() : 0;
    }

    private List<Integer> matches(LeafReaderContext segment, int start, int end) throws IOException {
        List<Integer> found = new ArrayList<>();
        Scorer scorer = weight.scorer(segment);
        if (scorer == null) {
            return found;
        }
        TextCheck check = TextCheck.of(segment.reader(), text);
        Bits live = segment.reader().getLiveDocs();
        DocIdSetIterator documents = scorer.iterator();
        for (int document = documents.advance(start);
                document < end && !deadline.step();
                document = documents.nextDoc()) {
            if ((live == null || live.get(document)) && (check == null || check.holds(document))) {
                found.add(document);
            }
        }
        return found;
    }

    private void take(LeafReaderContext segment, List<Integer> newestFirst) throws IOException {
        StoredFields stored = segment.reader().storedFields();
        for (int document : newestFirst) {
            if (lines.size() == limit) {
                isFull = true;
                return;
            }
            lines.add(stored.document(document).get(RecordDocument.LINE));
            oldest = seq(segment, document);
        }
    }
}
