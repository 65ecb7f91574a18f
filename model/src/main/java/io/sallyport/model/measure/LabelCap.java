package io.sallyport.model.measure;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The values that one label of a metric may have: the first {@code max} that are seen; all others are folded into
 * {@link #OTHER} and counted. So no label grows with what clients or runners write. Safe for concurrent use; a value
 * that is known takes no lock.
 */
public final class LabelCap {
    /** The value that stands for those that were folded. */
    public static final String OTHER = "other";

    private final int max;
    private final Set<String> values = ConcurrentHashMap.newKeySet();
    private final LongAdder folded = new LongAdder();

    /** @param max the number of values, {@link #OTHER} not among them */
    public LabelCap(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max: " + max + " (expected: at least 1)");
        }
        this.max = max;
    }

    /** Returns {@code value}, or {@link #OTHER} if there is no room for it. */
    public String label(String value) {
        if (admits(value)) {
            return value;
        }
        folded.increment();
        return OTHER;
    }

    /** Returns whether {@code value} is a label of its own by now; counts nothing. */
    public boolean has(String value) {
        return values.contains(value);
    }

    private boolean admits(String value) {
        if (values.contains(value)) {
            return true;
        }
        synchronized (values) { // guards the number of values
            return (values.size() < max && values.add(value)) || values.contains(value);
        }
    }

    /** Forgets the values that are not in {@code current}, which makes room for others. */
    public void retain(Set<String> current) {
        synchronized (values) {
            values.retainAll(current);
        }
    }

    /** Returns how often {@link #label} folded a value since the start. */
    public long folded() {
        return folded.sum();
    }
}
