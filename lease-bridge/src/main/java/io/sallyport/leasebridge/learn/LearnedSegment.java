package io.sallyport.leasebridge.learn;

import java.util.Collection;

/** One segment of a path that a learned rule admits. */
sealed interface LearnedSegment {
    /** Returns whether it admits a segment of a canonical path. */
    boolean covers(String segment);

    /** Returns it as a glob of a network policy. */
    String glob();

    /** Exactly this text. */
    record Literal(String text) implements LearnedSegment {
        @Override
        public boolean covers(String segment) {
            return segment.equals(text);
        }

        @Override
        public String glob() {
            return text.replaceAll("[*?\\[\\]{}\\\\]", "\\\\$0");
        }
    }

    /** What stands for several segments: text that is not empty, with a first character of a kind. */
    enum Merged implements LearnedSegment {
        DIGIT("[0-9]"),
        HEX("[0-9A-Fa-f]"),
        ANY("?");

        private final String first;

        Merged(String first) {
            this.first = first;
        }

        /** Returns the narrowest that covers all {@code segments}, none of which is empty. */
        static Merged of(Collection<String> segments) {
            for (Merged merged : values()) {
                if (segments.stream().allMatch(merged::covers)) {
                    return merged;
                }
            }
            throw new IllegalArgumentException("an empty segment");
        }

        @Override
        public boolean covers(String segment) {
            return !segment.isEmpty() && (this == ANY || segment.substring(0, 1).matches(first));
        }

        @Override
        public String glob() {
            return first + "*";
        }
    }
}
