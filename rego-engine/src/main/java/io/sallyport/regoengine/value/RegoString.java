package io.sallyport.regoengine.value;

import org.jspecify.annotations.Nullable;

/** A string of Rego: Unicode text, ordered by code point (as OPA orders its UTF-8 bytes). Immutable. */
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
     * {@link #of} for a word that programs and data have in common, as the keys of objects: known by identity where it can be.
     * Not for what comes with requests, which would fill the places of others.
     */
    public static RegoString named(String text) {
        return SharedNames.ALL.of(text);
    }

    public String text() {
        return text;
    }

    /**
     * What a builtin prepared from this text ({@link #prepare}), or null. Stays with the text, so a pattern of the policy or of
     * its data is compiled once, and one that a request brings goes with it.
     */
    public @Nullable Object prepared() {
        return prepared;
    }

    /**
     * Keeps what was made of this text alone, in place of what was kept before; no part of the value.
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

    /** As JSON. */
    @Override
    public String toString() {
        return RegoJson.write(this);
    }
}
