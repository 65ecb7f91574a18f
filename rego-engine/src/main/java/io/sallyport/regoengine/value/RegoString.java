package io.sallyport.regoengine.value;

import org.jspecify.annotations.Nullable;

/** A Rego string: Unicode text, ordered by code point (as OPA orders UTF-8 bytes). Immutable. */
public final class RegoString implements RegoValue {
    public static final RegoString EMPTY = new RegoString("");

    private final String text;
    private @Nullable Object prepared;

    private RegoString(String text) {
        this.text = text;
    }

    public static RegoString of(String text) {
        return text.isEmpty() ? EMPTY : new RegoString(text);
    }

    /**
     * As {@link #of}, for a word that programs and data share, such as the key of an object; such words can often be
     * compared by identity. Not for content of requests, which would occupy the places of shared words.
     */
    public static RegoString named(String text) {
        return SharedNames.ALL.of(text);
    }

    public String text() {
        return text;
    }

    /**
     * Returns what a builtin derived from this text ({@link #prepare}), or null. It lives as long as the string, so a
     * pattern of the policy or of its data is compiled once, and one from a request is dropped with it.
     */
    public @Nullable Object prepared() {
        return prepared;
    }

    /**
     * Stores what was derived from this text alone, replacing what was stored before; not part of the value.
     *
     * @param made immutable, with final fields only: threads that race see one or the other
     */
    public void prepare(Object made) {
        prepared = made;
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

    /** Returns the string as JSON. */
    @Override
    public String toString() {
        return RegoJson.write(this);
    }
}
