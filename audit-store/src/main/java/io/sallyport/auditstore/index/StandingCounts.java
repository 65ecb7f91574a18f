package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.lucene.index.IndexWriter.IndexReaderWarmer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;

/**
 * What is asked again and again of all records. It is counted of a part of the index before anyone asks: as the part is
 * made by a merge, and after a start. Safe for concurrent use.
 */
record StandingCounts(CountCache cache, LongSupplier nanoClock) implements IndexReaderWarmer {
    /** A smaller part is counted while someone waits. */
    private static final int MIN_DOCUMENTS = 50_000;

    private static final AuditQuery REFUSALS =
            new AuditQuery(Map.of(RecordField.VERDICT, "deny"), null, null, Map.of(), null, null);
    private static final List<Standing> ALL = List.of(
            new Standing(AuditQuery.ALL, List.of(GroupKey.HOUR)),
            new Standing(AuditQuery.ALL, List.of(GroupKey.DAY)),
            new Standing(AuditQuery.ALL, List.of(GroupKey.VERDICT)),
            new Standing(AuditQuery.ALL, List.of(GroupKey.REASON, GroupKey.VERDICT)),
            new Standing(AuditQuery.ALL, List.of(GroupKey.SANDBOX)),
            new Standing(AuditQuery.ALL, List.of(GroupKey.HOST)),
            new Standing(REFUSALS, List.of(GroupKey.HOST, GroupKey.REASON)));

    /** Adds up what the parts of the index hold, for those who ask of all of it. */
    void warm(IndexSearcher searcher) throws IOException {
        for (Standing each : ALL) {
            new GroupCount(each.query, each.keys, cache, new SearchDeadline(nanoClock)).in(searcher, 1);
        }
    }

    private record Standing(AuditQuery query, List<GroupKey> keys) {}

    @Override
    public void warm(LeafReader segment) throws IOException {
        if (segment.maxDoc() >= MIN_DOCUMENTS) {
            for (Standing each : ALL) {
                new GroupCount(each.query, each.keys, cache, new SearchDeadline(nanoClock)).warm(segment);
            }
        }
    }
}
