package io.sallyport.regoengine.value;

import org.jspecify.annotations.Nullable;

/** A string of Rego: Unicode text, ordered by code point (as OPA orders its UTF-8 bytes). Immutable. */
public final class RegoString implements RegoValue {
    public static final RegoString EMPTY = new RegoString("");

    private final String text;

    private RegoString(String text) {
        this.text = text;
    }

    public static RegoString of(String text) {
        return text.isEmpty() ? EMPTY : new RegoString(text);
    }

    public String text() {
        return text;
    }

    @Override
    public RegoKind kind() {
        return RegoKind.STRING;
    }

    @Override
    public int weight() {
        return 1 + (text.length() >> 6);
    }

    @Override
    public int compareTo(RegoValue other) {
        return other instanceof RegoString that
                ? CodePointOrder.compare(text, that.text)
                : kind().compareTo(other.kind());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof RegoString that && text.equals(that.text));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As JSON. */
    @Override
    public String toString() {
        return RegoJson.write(this);
    }
}
