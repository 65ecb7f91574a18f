package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.RecordField;
import java.time.Instant;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Queries of the index. Values become terms as they are: no text is parsed as a query. Stateless. */
final class IndexQueries {
    private IndexQueries() {}

    /**
     * Returns what finds all records that match, and of those with {@link AuditQuery#text} some that do not: they hold
     * its parts elsewhere, and are told apart by {@link TextCheck}.
     */
    static Query of(AuditQuery asked) {
        var all = new BooleanQuery.Builder();
        all.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
        asked.equal().forEach((field, value) -> add(all, field.word(), RecordField.kept(value)));
        if (asked.hostSuffix() != null) {
            add(all, RecordDocument.SUFFIX, "." + asked.hostSuffix());
        }
        RecordDocument.labels(asked.labels()).forEach(label -> add(all, RecordDocument.LABEL, label));
        if (asked.text() != null) {
            Terms.grams(Terms.searched(asked.text())).forEach(gram -> add(all, RecordDocument.GRAM, gram));
        }
        if (asked.from() != null || asked.to() != null) {
            all.add(time(asked.from(), asked.to()), Occur.FILTER);
        }
        return all.build();
    }

    private static void add(BooleanQuery.Builder all, String field, String value) {
        all.add(new TermQuery(new Term(field, value)), Occur.FILTER);
    }

    /** Times have whole milliseconds: the first that is not before {@code from}, to the last before {@code to}. */
    private static Query time(@Nullable Instant from, @Nullable Instant to) {
        return NumericDocValuesField.newSlowRangeQuery(RecordDocument.TIME, firstMillis(from), lastMillis(to));
    }

    /** Returns the first time that is not before {@code from}, in milliseconds since the epoch. */
    static long firstMillis(@Nullable Instant from) {
        return from == null ? Long.MIN_VALUE : ceiling(from);
    }

    /** Returns the last time that is before {@code to}, in milliseconds since the epoch. */
    static long lastMillis(@Nullable Instant to) {
        return to == null ? Long.MAX_VALUE : ceiling(to) - 1;
    }

    private static long ceiling(Instant time) {
        if (time.isBefore(Instant.EPOCH)) {
            return 0;
        }
        long most = Long.MAX_VALUE / 2_000;
        return time.getEpochSecond() >= most
                ? Long.MAX_VALUE / 2
                : time.plusNanos(999_999).toEpochMilli();
    }

    /** Returns what finds the records with that id. */
    static Query bearing(String auditId) {
        return new TermQuery(new Term(RecordDocument.ID, RecordField.kept(auditId)));
    }

    /** Returns what finds the counted records that may include that id. */
    static Query counting(String auditId) {
        var id = new BytesRef(RecordField.kept(auditId));
        return new BooleanQuery.Builder()
                .add(new TermRangeQuery(RecordDocument.FIRST_ID, null, id, true, true), Occur.FILTER)
                .add(new TermRangeQuery(RecordDocument.LAST_ID, id, null, true, true), Occur.FILTER)
                .build();
    }

    /** Returns what finds the records that were read before {@code time}. */
    static Query before(Instant time) {
        return time(null, time);
    }

    /** Returns what finds the records up to that number. */
    static Query upTo(long seq) {
        return NumericDocValuesField.newSlowRangeQuery(RecordDocument.SEQ, Long.MIN_VALUE, seq);
    }
}
