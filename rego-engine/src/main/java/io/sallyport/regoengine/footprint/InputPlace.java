package io.sallyport.regoengine.footprint;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A place in the input that a query was seen to come to. A place from which nothing further was come to counts with all
 * that it holds. Confined to one tracing.
 */
final class InputPlace {
    /** Fields within fields; what lies deeper counts with the last. */
    private static final int MAX_DEPTH = 16;

    /** Places of one input; where there are more, the values that hold them count as a whole. */
    private static final int MAX_PLACES = 512;

    private final Map<String, InputPlace> fields = new TreeMap<>();
    private final InputPlace root;
    private final int depth;
    private boolean whole;
    private boolean asked;
    private int places; // of the root: how many are below it

    private InputPlace(@Nullable InputPlace above) {
        this.root = above == null ? this : above.root;
        this.depth = above == null ? 0 : above.depth + 1;
    }

    static InputPlace ofInput() {
        return new InputPlace(null);
    }

    void useWhole() {
        whole = true;
    }

    /** Only whether it is there counts. A field was asked for when it was looked up, the input was not. */
    void useExistence() {
        asked = true;
    }

    /** The field called {@code name}; null where there are too many to tell apart, which uses this as a whole. */
    @Nullable
    InputPlace field(String name) {
        InputPlace known = fields.get(name);
        if (known == null && depth < MAX_DEPTH && root.places < MAX_PLACES) {
            root.places++;
            known = new InputPlace(this);
            fields.put(name, known);
        }
        whole |= known == null;
        return known;
    }

    /** What was read of it; null where it is the input itself, and nobody came to it. */
    @Nullable
    Fields fields() {
        if (!asked && !whole && fields.isEmpty()) {
            return null;
        }
        return whole ? Fields.WHOLE : below();
    }

    private Fields below() {
        Map<String, Fields> named = new TreeMap<>();
        fields.forEach((name, place) -> named.put(name, place.whole ? Fields.WHOLE : place.below()));
        return new Fields(named);
    }
}
