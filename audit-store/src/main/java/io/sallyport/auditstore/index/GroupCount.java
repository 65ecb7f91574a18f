package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;

/**
 * Counts the records that match by keys. What a part of the index holds is counted once and kept; a bound of time that
 * covers a whole part is none for it. Confined to one thread.
 */
final class GroupCount {
    private final AuditQuery asked;
    private final List<GroupKey> keys;
    private final CountCache cache;
    private final SearchDeadline deadline;
    private boolean isTooMany;

    GroupCount(AuditQuery asked, List<GroupKey> keys, CountCache cache, SearchDeadline deadline) {
        this.asked = asked;
        this.keys = List.copyOf(keys);
        this.cache = cache;
        this.deadline = deadline;
    }

    /** @param limit how many groups are returned */
    AuditGroups in(IndexSearcher searcher, int limit) throws IOException {
        Query any = searcher.rewrite(IndexQueries.of(asked.atAnyTime()));
        Weight atAnyTime = weight(searcher, any);
        Weight inTime = weight(searcher, searcher.rewrite(IndexQueries.of(asked)));
        var sums = new GroupSums(keys);
        for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
            List<KeyColumn> columns = columns(segment.reader());
            switch (TimeCover.of(segment.reader(), asked.from(), asked.to())) {
                case ALL -> sums.add(kept(segment, any, atAnyTime, columns), columns);
                case SOME -> sums.add(counted(segment, inTime, columns), columns);
                case NONE -> {} // nothing of it is in time
            }
        }
        return sums.groups(limit, !isTooMany && !deadline.isOver());
    }

    /** Counts one part, if that is not known yet, for those who ask later. */
    void warm(LeafReader segment) throws IOException {
        var searcher = new IndexSearcher(segment);
        Query query = searcher.rewrite(IndexQueries.of(asked));
        kept(searcher.getIndexReader().leaves().getFirst(), query, weight(searcher, query), columns(segment));
    }

    private static Weight weight(IndexSearcher searcher, Query query) throws IOException {
        return searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    }

    private List<KeyColumn> columns(LeafReader segment) throws IOException {
        List<KeyColumn> columns = new ArrayList<>();
        for (GroupKey key : keys) {
            columns.add(KeyColumn.of(segment, key));
        }
        return columns;
    }

    private SegmentSums kept(LeafReaderContext segment, Query query, Weight weight, List<KeyColumn> columns)
            throws IOException {
        SegmentSums known = cache.find(segment.reader(), query, asked.text(), keys);
        if (known != null) {
            return known;
        }
        SegmentSums counted = counted(segment, weight, columns);
        if (!isTooMany && !deadline.isOver()) {
            cache.keep(segment.reader(), query, asked.text(), keys, counted);
        }
        return counted;
    }

    private SegmentSums counted(LeafReaderContext segment, Weight weight, List<KeyColumn> columns) throws IOException {
        var cells = new Cells();
        Scorer scorer = weight.scorer(segment);
        if (scorer != null) {
            count(segment.reader(), scorer.iterator(), columns, cells);
        }
        return SegmentSums.of(cells, DocValues.getNumeric(segment.reader(), RecordDocument.TIME));
    }

    private void count(LeafReader segment, DocIdSetIterator documents, List<KeyColumn> columns, Cells cells)
            throws IOException {
        KeyColumn first = columns.getFirst();
        KeyColumn second = columns.size() > 1 ? columns.get(1) : null;
        KeyColumn third = columns.size() > 2 ? columns.get(2) : null;
        TextCheck check = TextCheck.of(segment, asked.text());
        Bits live = segment.getLiveDocs();
        var counts = new Counts(DocValues.getNumeric(segment, RecordDocument.COUNT));
        for (int document = documents.nextDoc();
                document != DocIdSetIterator.NO_MORE_DOCS && !deadline.step();
                document = documents.nextDoc()) {
            if ((live == null || live.get(document)) && (check == null || check.holds(document))) {
                isTooMany |= !cells.add(
                        first.number(document),
                        second == null ? 0 : second.number(document),
                        third == null ? 0 : third.number(document),
                        1,
                        counts.of(document),
                        document);
            }
        }
    }

    /** How many requests a record stands for: one, but for the few that have a count, which are passed by. */
    private static final class Counts {
        private final NumericDocValues values;
        private int next = -1;

        Counts(NumericDocValues values) {
            this.values = values;
        }

        long of(int document) throws IOException {
            if (next < document) {
                next = values.advance(document);
            }
            return next == document ? values.longValue() : 1;
        }
    }
}
