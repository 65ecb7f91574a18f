package io.sallyport.regoengine.value;

/** Rego's null: an ordinary value, different from "undefined". Immutable. */
public final class RegoNull implements RegoValue {
    public static final RegoNull NULL = new RegoNull();

    private RegoNull() {}

    @Override
    public RegoKind kind() {
        return RegoKind.NULL;
    }

    @Override
    public int compareTo(RegoValue other) {
        return kind().compareTo(other.kind());
    }

    @Override
    public String toString() {
        return "null";
    }
}
