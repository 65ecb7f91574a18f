package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value that is looked for, by its name. Of the value itself its first {@value #ANCHOR_BYTES} bytes are held, and a
 * {@link ValueDigest} of the whole. Immutable.
 */
public final class SoughtValue implements Sought {
    /** Shorter values stand in ordinary text by chance. */
    public static final int MIN_BYTES = 8;

    /** Longer values are looked for by their beginning. */
    public static final int MAX_BYTES = 4 * 1024;

    /** Short, since a line break in it hides it in Base64. */
    private static final int ANCHOR_BYTES = 6;

    private final FindingKind kind;
    private final String name;
    private final byte[] anchor;
    private final ValueDigest digest;
    private final List<SoughtValue> inHosts;

    /**
     * A value to look for.
     *
     * @param value at least {@link #MIN_BYTES}; of more than {@link #MAX_BYTES} the first count; not kept
     * @throws IllegalArgumentException if the value is too short
     */
    public SoughtValue(FindingKind kind, String name, byte[] value) {
        this(kind, name, atMost(name, value), true);
    }

    private SoughtValue(FindingKind kind, String name, byte[] value, boolean mayStandInHosts) {
        this.kind = kind;
        this.name = name;
        this.anchor = Arrays.copyOf(value, ANCHOR_BYTES);
        this.digest = new ValueDigest(value);
        Stream<byte[]> others = mayStandInHosts ? LowerCaseText.forms(value) : Stream.empty();
        this.inHosts =
                others.map(text -> new SoughtValue(kind, name, text, false)).toList();
    }

    private static byte[] atMost(String name, byte[] value) {
        if (value.length < MIN_BYTES) {
            throw new IllegalArgumentException(name + ": a value has at least " + MIN_BYTES + " bytes");
        }
        return Arrays.copyOf(value, Math.min(value.length, MAX_BYTES));
    }

    @Override
    public FindingKind kind() {
        return kind;
    }

    @Override
    public String name() {
        return name;
    }

    byte[] anchor() {
        return anchor;
    }

    /** Returns the same as it stands in a host name, which has no capitals. */
    List<SoughtValue> inHosts() {
        return inHosts;
    }

    @Override
    public @Nullable SecretSpan at(ScannedText text, int at) {
        return digest.isAt(text, at) ? new SecretSpan(at, at + digest.length()) : null;
    }

    @Override
    public String toString() {
        return kind.word() + ':' + name;
    }
}
