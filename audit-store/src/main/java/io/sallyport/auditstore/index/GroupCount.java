package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
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
 * Counts the records that match by keys. What a part of the index holds is counted once and kept, and so is the sum of
 * the large parts that follow each other; a bound of time that covers a whole part is none for it. Confined to one
 * thread.
 */
final class GroupCount {
    private final AuditQuery asked;
    private final List<GroupKey> keys;
    private final CountCache cache;
    private final SearchDeadline deadline;

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
        var question = new CountCache.Question(any, asked.text(), keys);
        PartsInTime parts = PartsInTime.of(searcher.getIndexReader(), asked.from(), asked.to());
        GroupSums sums = ofRun(parts.run(), question, atAnyTime);
        if (!parts.older().isEmpty() || !parts.newer().isEmpty()) {
            sums = sums.copy();
        }
        for (PartsInTime.Part part : parts.newer()) {
            sums.add(counted(part, question, atAnyTime, inTime), columns(part.segment()));
        }
        for (PartsInTime.Part part : parts.older().reversed()) {
            sums.addOlder(counted(part, question, atAnyTime, inTime), columns(part.segment()));
        }
        return sums.groups(limit, !deadline.isOver());
    }

    /** Counts one part, if that is not known yet, for those who ask later. */
    void warm(LeafReader segment) throws IOException {
        var searcher = new IndexSearcher(segment);
        Query query = searcher.rewrite(IndexQueries.of(asked));
        kept(
                searcher.getIndexReader().leaves().getFirst(),
                new CountCache.Question(query, asked.text(), keys),
                weight(searcher, query));
    }

    private static Weight weight(IndexSearcher searcher, Query query) throws IOException {
        return searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    }

    private List<KeyColumn> columns(LeafReaderContext segment) throws IOException {
        List<KeyColumn> columns = new ArrayList<>();
        for (GroupKey key : keys) {
            columns.add(KeyColumn.of(segment.reader(), key));
        }
        return columns;
    }

    /** Returns the sums of parts that follow each other, to which nothing may be added. */
    private GroupSums ofRun(List<LeafReaderContext> run, CountCache.Question question, Weight weight)
            throws IOException {
        if (run.isEmpty()) {
            return new GroupSums(keys);
        }
        List<IndexReader.CacheKey> present = PartsInTime.keys(run);
        LeafReader first = run.getFirst().reader();
        RunSums found = cache.findRun(first, question);
        RunSums known = found != null && found.begins(present) ? found : new RunSums(List.of(), new GroupSums(keys));
        if (known.parts().size() == run.size()) {
            return known.sums();
        }
        GroupSums sums = known.sums().copy();
        for (LeafReaderContext segment : run.subList(known.parts().size(), run.size())) {
            sums.add(kept(segment, question, weight), columns(segment));
        }
        if (!deadline.isOver()) {
            cache.keep(first, question, new RunSums(present, sums));
        }
        return sums;
    }

    private SegmentSums counted(PartsInTime.Part part, CountCache.Question question, Weight atAnyTime, Weight inTime)
            throws IOException {
        return part.isWhole() ? kept(part.segment(), question, atAnyTime) : counted(part.segment(), inTime);
    }

    private SegmentSums kept(LeafReaderContext segment, CountCache.Question question, Weight weight)
            throws IOException {
        SegmentSums known = cache.find(segment.reader(), question);
        if (known != null) {
            return known;
        }
        SegmentSums counted = counted(segment, weight);
        if (!deadline.isOver()) {
            cache.keep(segment.reader(), question, counted);
        }
        return counted;
    }

    private SegmentSums counted(LeafReaderContext segment, Weight weight) throws IOException {
        var cells = new Cells();
        Scorer scorer = weight.scorer(segment);
        if (scorer != null) {
            count(segment.reader(), scorer.iterator(), columns(segment), cells);
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
                cells.add(
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
