package io.sallyport.decision.rates;

import java.util.Arrays;
import java.util.Comparator;

/** What one key of one rate has taken. Guarded by the lock of {@link NamedRates}. */
final class RateCount {
    /** Those that may be full again first; {@link #order} makes two of the same moment differ. */
    static final Comparator<RateCount> BY_FULL =
            Comparator.<RateCount>comparingLong(count -> count.queuedAt).thenComparingLong(count -> count.order);

    final RateTable table;
    final Key key;
    /** Whose request made it. */
    final String family;

    final Bucket bucket = new Bucket();
    private final long order;
    /** When it was full again as it was put in order; it may be later by now, never earlier. */
    long queuedAt;

    RateCount(RateTable table, Key key, String family, long order) {
        this.table = table;
        this.key = key;
        this.family = family;
        this.order = order;
    }

    /** Nothing is lost where it is forgotten. */
    boolean isIdle(long now) {
        return bucket.fullAt() <= now;
    }

    /** The parts of what is counted together. A probe is filled anew for each look-up; those in a map never change. */
    static final class Key {
        private final String[] parts;

        Key(int parts) {
            this(new String[parts]);
            Arrays.fill(this.parts, "");
        }

        private Key(String[] parts) {
            this.parts = parts;
        }

        void set(int part, String text) {
            parts[part] = text;
        }

        Key copy() {
            return new Key(parts.clone());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(parts, key.parts);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(parts);
        }
    }
}
