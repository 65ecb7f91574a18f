package io.sallyport.regoengine.value;

/** The two Rego booleans; false sorts before true. Immutable. */
public final class RegoBoolean implements RegoValue {
    public static final RegoBoolean FALSE = new RegoBoolean(false);
    public static final RegoBoolean TRUE = new RegoBoolean(true);

    private final boolean value;

    private RegoBoolean(boolean value) {
        this.value = value;
    }

    public static RegoBoolean of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public boolean value() {
        return value;
    }

    @Override
    public RegoKind kind() {
        return RegoKind.BOOLEAN;
    }

    @Override
    public int compareTo(RegoValue other) {
        return other instanceof RegoBoolean that ? Boolean.compare(value, that.value) : kind().compareTo(other.kind());
    }

    @Override
    public int hashCode() {
        return value ? 1231 : 1237;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return Boolean.toString(value);
    }
}
