package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.GroupKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of one key of groups: a field's have a number for each part of the index, and here one for all parts. */
sealed interface GroupValues {
    static GroupValues of(GroupKey key) {
        return key.field() == null ? new OfTime(key.span().toMillis()) : new OfField();
    }

    /**
     * Returns the numbers of a part's values.
     *
     * @param used those of the values that occur, in rising order, in which the part reads them fastest
     */
    InSegment in(KeyColumn column, int[] used) throws IOException;

    /** Returns the value of a number. */
    String text(int number);

    /** Returns the same values, to which more can be added apart from these. */
    GroupValues copy();

    /** Returns about how much memory the values take. */
    long bytes();

    /** From the number of a value in one part of the index to its number in all. */
    @FunctionalInterface
    interface InSegment {
        int number(int inSegment);
    }

    /** Spans of time, which have the same numbers everywhere. */
    record OfTime(long spanMillis) implements GroupValues {
        @Override
        public InSegment in(KeyColumn column, int[] used) {
            return number -> number;
        }

        @Override
        public String text(int number) {
            return Instant.ofEpochMilli(number * spanMillis).toString();
        }

        @Override
        public GroupValues copy() {
            return this;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    /** The values of a field. */
    final class OfField implements GroupValues {
        /** Of a value with its places in the map and the list, without its characters. */
        private static final int VALUE_BYTES = 120;

        private final Map<String, Integer> numbers;
        private final List<String> texts;
        private long chars;

        OfField() {
            this(Map.of(), List.of(), 0);
        }

        private OfField(Map<String, Integer> numbers, List<String> texts, long chars) {
            this.numbers = new HashMap<>(numbers);
            this.texts = new ArrayList<>(texts);
            this.chars = chars;
        }

        @Override
        public GroupValues copy() {
            return new OfField(numbers, texts, chars);
        }

        @Override
        public long bytes() {
            return chars * Character.BYTES + (long) VALUE_BYTES * texts.size();
        }

        @Override
        public InSegment in(KeyColumn column, int[] used) throws IOException {
            int[] known = new int[column.size()];
            for (int each : used) {
                known[each] = number(column.text(each));
            }
            return inSegment -> known[inSegment];
        }

        private int number(String text) {
            Integer known = numbers.putIfAbsent(text, texts.size());
            if (known == null) {
                texts.add(text);
                chars += text.length();
                return texts.size() - 1;
            }
            return known;
        }

        @Override
        public String text(int number) {
            return texts.get(number);
        }
    }
}
