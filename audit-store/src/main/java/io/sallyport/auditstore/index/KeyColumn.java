package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.GroupKey;
import io.sallyport.auditstore.query.RecordField;
import java.io.IOException;
import java.time.Instant;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.jspecify.annotations.Nullable;

/** A key of groups within one segment: a small number for each of its values. Confined to one thread. */
sealed interface KeyColumn {
    /** Returns the column of {@code key}. */
    static KeyColumn of(LeafReader segment, GroupKey key) throws IOException {
        RecordField field = key.field();
        return field == null
                ? new OfTime(
                        DocValues.getNumeric(segment, RecordDocument.TIME),
                        key.span().toMillis())
                : new OfField(DocValues.getSorted(segment, field.word()));
    }

    /** Returns the number of the document's value, from 0. Documents must be asked in rising order. */
    int number(int document) throws IOException;

    /** Returns the value of a number. */
    String text(int number) throws IOException;

    /** Returns how many numbers there are. */
    int size();

    /** The values of a field; the last number is that of documents without it. */
    final class OfField implements KeyColumn {
        private final SortedDocValues values;
        /** A value stands in many groups, and is read from the segment once. */
        private final @Nullable String[] texts;

        OfField(SortedDocValues values) {
            this.values = values;
            texts = new String[values.getValueCount()];
        }

        @Override
        public int size() {
            return texts.length + 1;
        }

        @Override
        public int number(int document) throws IOException {
            return values.advanceExact(document) ? values.ordValue() : texts.length;
        }

        @Override
        public String text(int number) throws IOException {
            if (number == texts.length) {
                return "";
            }
            String text = texts[number];
            if (text == null) {
                text = values.lookupOrd(number).utf8ToString();
                texts[number] = text;
            }
            return text;
        }
    }

    /** Spans of time since the epoch. */
    record OfTime(NumericDocValues times, long spanMillis) implements KeyColumn {
        @Override
        public int number(int document) throws IOException {
            return times.advanceExact(document)
                    ? Math.clamp(Math.floorDiv(times.longValue(), spanMillis), 0, Integer.MAX_VALUE)
                    : 0;
        }

        @Override
        public String text(int number) {
            return Instant.ofEpochMilli(number * spanMillis).toString();
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }
    }
}
