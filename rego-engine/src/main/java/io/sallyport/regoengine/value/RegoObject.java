package io.sallyport.regoengine.value;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A Rego object: maps keys, which are values of any kind, to values.
 *
 * <p>The engine reads an object only through the abstract methods below, so a subclass may present something else (a
 * request) as an object, and record what is read. A subclass must not change while it is read, must keep its keys in
 * Rego's order, and must be safe to read from every thread that it is shared with.
 */
public abstract non-sealed class RegoObject implements RegoValue {
    /** An upper bound for the nesting of views that do not override {@link #depth}. */
    private static final int DEPTH_OF_VIEWS = 16;

    /** Returns a sealed object with the entries of {@code entries}. */
    public static RegoObject of(Map<String, ? extends RegoValue> entries) {
        EntryObject object = growing();
        entries.forEach((key, value) -> object.put(RegoString.of(key), value));
        object.seal();
        return object;
    }

    /** Returns an object to which {@link EntryObject#put} adds until it is sealed. */
    public static EntryObject growing() {
        return new EntryObject();
    }

    /** As {@link #growing()}, with space for {@code capacity} entries. */
    public static EntryObject growing(int capacity) {
        return new EntryObject(capacity);
    }

    /** Returns the value at {@code key}, or null if there is none. */
    public abstract @Nullable RegoValue get(RegoValue key);

    /**
     * Returns whether {@link #get} with {@code key} leaves no trace, whatever is there: nobody can tell later whether
     * it was called. False where that is not known.
     */
    public boolean isReadUnnoticed(RegoValue key) {
        return false;
    }

    public abstract int size();

    /** Returns the key at {@code place} in Rego's order of keys, from 0. */
    public abstract RegoValue keyAt(int place);

    /** Returns the value of the key at {@code place}. */
    public abstract RegoValue valueAt(int place);

    /** As {@link #get}, for a string key. */
    public final @Nullable RegoValue get(String key) {
        return get(RegoString.of(key));
    }

    /** Passes each entry to {@code reader}, in the order of the keys. */
    public final void forEach(BiConsumer<? super RegoValue, ? super RegoValue> reader) {
        for (int i = 0; i < size(); i++) {
            reader.accept(keyAt(i), valueAt(i));
        }
    }

    @Override
    public final RegoKind kind() {
        return RegoKind.OBJECT;
    }

    @Override
    public int depth() {
        return DEPTH_OF_VIEWS;
    }

    @Override
    public int weight() {
        return 2 * size() + 1;
    }

    /** Orders by entries: the first differing key, else the first differing value, else the size. */
    @Override
    public final int compareTo(RegoValue other) {
        if (!(other instanceof RegoObject that)) {
            return kind().compareTo(other.kind());
        }
        int common = Math.min(size(), that.size());
        for (int i = 0; i < common; i++) {
            int order = keyAt(i).compareTo(that.keyAt(i));
            order = order != 0 ? order : valueAt(i).compareTo(that.valueAt(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(size(), that.size());
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof RegoObject that) || size() != that.size()) {
            return false;
        }
        for (int i = 0; i < size(); i++) {
            RegoValue theirs = that.get(keyAt(i));
            if (theirs == null || !theirs.equals(valueAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 11;
        for (int i = 0; i < size(); i++) {
            hash += hashOf(keyAt(i), valueAt(i));
        }
        return hash;
    }

    /** Returns an entry's contribution to the hash; contributions are added, so their order does not matter. */
    static int hashOf(RegoValue key, RegoValue value) {
        return 31 * key.hashCode() ^ value.hashCode();
    }

    /** Returns the object as JSON. */
    @Override
    public final String toString() {
        return RegoJson.write(this);
    }
}
