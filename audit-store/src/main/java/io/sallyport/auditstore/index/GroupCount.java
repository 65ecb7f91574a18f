package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditGroup;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.GroupKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.jspecify.annotations.Nullable;

/** Counts the records that match by keys. Confined to one thread. */
final class GroupCount {
    private static final Comparator<AuditGroup> MOST_FIRST = Comparator.comparingLong(AuditGroup::requests)
            .reversed()
            .thenComparing(group -> String.join("\n", group.keys()));
    private static final Comparator<AuditGroup> BY_TIME = Comparator.<AuditGroup, String>comparing(
                    group -> group.keys().getFirst())
            .thenComparing(MOST_FIRST);

    private final IndexSearcher searcher;
    private final List<GroupKey> keys;
    private final @Nullable String text;
    private final SearchDeadline deadline;
    private final Map<List<String>, Sum> sums = new HashMap<>();
    private boolean isTooMany;

    private static final class Sum {
        private long records;
        private long requests;
        private long lastMillis;
    }

    GroupCount(IndexSearcher searcher, List<GroupKey> keys, @Nullable String text, SearchDeadline deadline) {
        this.searcher = searcher;
        this.keys = List.copyOf(keys);
        this.text = text;
        this.deadline = deadline;
    }

    /** @param limit how many groups are returned */
    AuditGroups of(Query query, int limit) throws IOException {
        Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
        for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
            Scorer scorer = weight.scorer(segment);
            if (scorer != null) {
                count(segment.reader(), scorer.iterator());
            }
        }
        return groups(limit);
    }

    private void count(LeafReader segment, DocIdSetIterator documents) throws IOException {
        List<KeyColumn> columns = new ArrayList<>();
        for (GroupKey key : keys) {
            columns.add(KeyColumn.of(segment, key));
        }
        KeyColumn first = columns.getFirst();
        KeyColumn second = columns.size() > 1 ? columns.get(1) : null;
        KeyColumn third = columns.size() > 2 ? columns.get(2) : null;
        TextCheck check = TextCheck.of(segment, text);
        Bits live = segment.getLiveDocs();
        NumericDocValues counts = DocValues.getNumeric(segment, RecordDocument.COUNT);
        var cells = new Cells();
        for (int document = documents.nextDoc();
                document != DocIdSetIterator.NO_MORE_DOCS && !deadline.step();
                document = documents.nextDoc()) {
            if ((live == null || live.get(document)) && (check == null || check.holds(document))) {
                isTooMany |= !cells.add(
                        first.number(document),
                        second == null ? 0 : second.number(document),
                        third == null ? 0 : third.number(document),
                        counts.advanceExact(document) ? counts.longValue() : 1,
                        document);
            }
        }
        add(cells, columns, segment);
    }

    private void add(Cells cells, List<KeyColumn> columns, LeafReader segment) throws IOException {
        cells.<IOException>forEach((numbers, records, requests, last) -> {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                values.add(columns.get(i).text(numbers[i]));
            }
            if (sums.size() >= Cells.MAX_CELLS && !sums.containsKey(values)) {
                isTooMany = true;
                return;
            }
            Sum sum = sums.computeIfAbsent(values, _ -> new Sum());
            sum.records += records;
            sum.requests += requests;
            sum.lastMillis = time(segment, last);
        });
    }

    private static long time(LeafReader segment, int document) throws IOException {
        NumericDocValues times = DocValues.getNumeric(segment, RecordDocument.TIME);
        return times.advanceExact(document) ? times.longValue() : 0;
    }

    private AuditGroups groups(int limit) {
        List<AuditGroup> groups = new ArrayList<>();
        long records = 0;
        long requests = 0;
        for (Map.Entry<List<String>, Sum> entry : sums.entrySet()) {
            Sum sum = entry.getValue();
            records += sum.records;
            requests += sum.requests;
            groups.add(new AuditGroup(entry.getKey(), sum.records, sum.requests, Instant.ofEpochMilli(sum.lastMillis)));
        }
        groups.sort(keys.getFirst().field() == null ? BY_TIME : MOST_FIRST);
        List<AuditGroup> first = groups.subList(0, Math.min(limit, groups.size()));
        return new AuditGroups(first, groups.size(), records, requests, !isTooMany && !deadline.isOver());
    }
}
