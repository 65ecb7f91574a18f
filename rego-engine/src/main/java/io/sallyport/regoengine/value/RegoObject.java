package io.sallyport.regoengine.value;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An object of Rego: keys, which are values of any kind, to values.
 *
 * <p>The engine reads an object only through the abstract methods below, so a subclass may show something else (a
 * request) as an object, and note what was read. A subclass must stay the same while it is read, keep its keys in Rego's
 * order, and be safe to read by as many threads as it is given to.
 */
public abstract non-sealed class RegoObject implements RegoValue {
    /** An upper bound for the nesting of views that do not say theirs. */
    private static final int DEPTH_OF_VIEWS = 16;

    /** A sealed object with the entries of {@code entries}. */
    public static RegoObject of(Map<String, ? extends RegoValue> entries) {
        EntryObject object = growing();
        entries.forEach((key, value) -> object.put(RegoString.of(key), value));
        object.seal();
        return object;
    }

    /** An object that {@link EntryObject#put} adds to until it is sealed. */
    public static EntryObject growing() {
        return new EntryObject();
    }

    /** {@link #growing()} with room for {@code capacity} entries before it must grow. */
    public static EntryObject growing(int capacity) {
        return new EntryObject(capacity);
    }

    /** The value at {@code key}, or null where this has none. */
    public abstract @Nullable RegoValue get(RegoValue key);

    public abstract int size();

    /** The key at {@code place} in Rego's order of keys, from 0. */
    public abstract RegoValue keyAt(int place);

    /** The value of the key at {@code place}. */
    public abstract RegoValue valueAt(int place);

    /** {@link #get} for a string. */
    public final @Nullable RegoValue get(String key) {
        return get(RegoString.of(key));
    }

    /** Hands each entry to {@code reader}, in the order of the keys. */
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

    /** Orders by the entries in order: first differing key, else first differing value, else size. */
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

    /** An entry's part of the hash; parts are added, so their order does not count. */
    static int hashOf(RegoValue key, RegoValue value) {
        return 31 * key.hashCode() ^ value.hashCode();
    }

    /** As JSON. */
    @Override
    public final String toString() {
        return RegoJson.write(this);
    }
}
