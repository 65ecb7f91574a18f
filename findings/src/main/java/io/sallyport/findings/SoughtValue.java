package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import java.util.Arrays;

/** A value that is looked for, by its name. It is held in memory, and nothing prints it. Immutable. */
public final class SoughtValue implements Sought {
    /** Shorter values stand in ordinary text by chance. */
    public static final int MIN_BYTES = 8;

    /** Longer values are looked for by their beginning. */
    public static final int MAX_BYTES = 4 * 1024;

    /** Short, since a line break in it hides it in Base64. */
    private static final int ANCHOR_BYTES = 6;

    private final FindingKind kind;
    private final String name;
    private final byte[] value;

    /**
     * A value to look for.
     *
     * @param value at least {@link #MIN_BYTES}; of more than {@link #MAX_BYTES} the first count
     * @throws IllegalArgumentException if the value is too short
     */
    public SoughtValue(FindingKind kind, String name, byte[] value) {
        if (value.length < MIN_BYTES) {
            throw new IllegalArgumentException(name + ": a value has at least " + MIN_BYTES + " bytes");
        }
        this.kind = kind;
        this.name = name;
        this.value = Arrays.copyOf(value, Math.min(value.length, MAX_BYTES));
    }

    @Override
    public FindingKind kind() {
        return kind;
    }

    @Override
    public String name() {
        return name;
    }

    byte[] value() {
        return value;
    }

    byte[] anchor() {
        return Arrays.copyOf(value, Math.min(value.length, ANCHOR_BYTES));
    }

    @Override
    public boolean isAt(ScannedText text, int at) {
        text.work().charge(value.length);
        return text.has(value, at);
    }

    @Override
    public String toString() {
        return kind.word() + ':' + name;
    }
}
