package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.RecordField;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * The form of records in the index: its fields, and how a record becomes a document. What Lucene reads terms from is
 * used again for each. Confined to the thread that feeds the index.
 */
final class RecordDocument {
    /** Changes with every change of this class that an index of before does not answer for: then it is rebuilt. */
    static final String FORM = "1";

    static final String SEQ = "seq";
    static final String TIME = "time";
    static final String COUNT = "count";
    static final String ID = "audit_id";
    /** The first and the last id of a record that counts several. */
    static final String FIRST_ID = "first_id";

    static final String LAST_ID = "last_id";
    static final String SUFFIX = "suffix";
    static final String LABEL = "label";
    static final String GRAM = "gram";
    static final String PATH = "path";
    static final String LINE = "line";

    private static final FieldType TERMS = new FieldType();

    static {
        TERMS.setIndexOptions(IndexOptions.DOCS);
        TERMS.setOmitNorms(true);
        TERMS.setTokenized(true);
        TERMS.freeze();
    }

    private final Terms suffixes = new Terms();
    private final Grams grams = new Grams();

    /** @param seq the record's number, which is higher than that of all before it */
    Document of(IndexedRecord record, long seq) {
        var document = new Document();
        document.add(new NumericDocValuesField(SEQ, seq));
        document.add(NumericDocValuesField.indexedField(TIME, record.timeMillis()));
        if (record.count() > 1) {
            document.add(new NumericDocValuesField(COUNT, record.count()));
        }
        addTerm(document, ID, record.auditId());
        String last = record.lastId();
        if (last != null) {
            addTerm(document, FIRST_ID, record.auditId());
            addTerm(document, LAST_ID, last);
        }
        record.fields().forEach((field, value) -> {
            addTerm(document, field.word(), value);
            document.add(new SortedDocValuesField(field.word(), new BytesRef(value)));
        });
        String host = record.fields().getOrDefault(RecordField.HOST, "");
        document.add(new Field(SUFFIX, suffixes.of(Terms.suffixes(host)), TERMS));
        record.labels().forEach((name, value) -> addTerm(document, LABEL, label(name, value)));
        addText(document, record, host);
        document.add(new StoredField(LINE, record.line()));
        return document;
    }

    private void addText(Document document, IndexedRecord record, String host) {
        String path = Terms.searched(record.path());
        if (!path.isEmpty()) {
            document.add(new BinaryDocValuesField(PATH, new BytesRef(path)));
        }
        List<String> searched = List.of(
                path, Terms.searched(host), Terms.searched(record.fields().get(RecordField.RULE)));
        document.add(new Field(GRAM, grams.of(searched), TERMS));
    }

    private static void addTerm(Document document, String field, String value) {
        document.add(new StringField(field, RecordField.kept(value), Field.Store.NO));
    }

    /** Returns the term of a label; a name of a label holds no equals sign. */
    static String label(String name, String value) {
        return RecordField.kept(name + "=" + value);
    }

    /** Returns the term of a label that a query asks for. */
    static Iterable<String> labels(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label(label.getKey(), label.getValue()))
                .toList();
    }
}
