package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the documents of one segment for a text. Documents must be asked in rising order. Confined to one thread.
 */
final class TextCheck {
    private final byte[] wanted;
    private final Words hosts;
    private final Words rules;
    private final BinaryDocValues paths;

    private TextCheck(LeafReader segment, String searched) throws IOException {
        wanted = searched.getBytes(StandardCharsets.UTF_8);
        hosts = new Words(DocValues.getSorted(segment, RecordField.HOST.word()), searched);
        rules = new Words(DocValues.getSorted(segment, RecordField.RULE.word()), searched);
        paths = DocValues.getBinary(segment, RecordDocument.PATH);
    }

    /** Returns null if no text is wanted, so that every document passes. */
    static @Nullable TextCheck of(LeafReader segment, @Nullable String text) throws IOException {
        return text == null ? null : new TextCheck(segment, Terms.searched(text));
    }

    boolean holds(int document) throws IOException {
        return (paths.advanceExact(document) && holds(paths.binaryValue()))
                || hosts.holds(document)
                || rules.holds(document);
    }

    private boolean holds(BytesRef text) {
        byte[] bytes = text.bytes;
        int last = text.offset + text.length - wanted.length;
        for (int at = text.offset; at <= last; at++) {
            int same = 0;
            while (same < wanted.length && bytes[at + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    /** A field with few distinct values, each of which is looked into once. */
    private static final class Words {
        private final SortedDocValues values;
        private final String searched;
        private final BitSet seen = new BitSet();
        private final BitSet holding = new BitSet();

        Words(SortedDocValues values, String searched) {
            this.values = values;
            this.searched = searched;
        }

        boolean holds(int document) throws IOException {
            if (!values.advanceExact(document)) {
                return false;
            }
            int word = values.ordValue();
            if (!seen.get(word)) {
                seen.set(word);
                holding.set(
                        word,
                        Terms.searched(values.lookupOrd(word).utf8ToString()).contains(searched));
            }
            return holding.get(word);
        }
    }
}
