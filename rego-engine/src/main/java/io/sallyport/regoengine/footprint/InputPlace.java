package io.sallyport.regoengine.footprint;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A place in the input that a query reaches. A place from which nothing further is reached counts with everything that
 * it contains. Confined to one tracing.
 */
final class InputPlace {
    /** The maximum depth of fields; deeper fields count as part of the last one. */
    private static final int MAX_DEPTH = 16;

    /** The maximum number of places of one input; beyond it, the values that contain them count as a whole. */
    private static final int MAX_PLACES = 512;

    private final Map<String, InputPlace> fields = new TreeMap<>();
    private final InputPlace root;
    private final int depth;
    private boolean whole;
    private boolean asked;
    private int places; // for the root only: the number of places below it

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

    /**
     * Records that only the existence of the place matters. For a field, its look-up has recorded this already; for the
     * input, nothing has.
     */
    void useExistence() {
        asked = true;
    }

    /**
     * Returns the field named {@code name}; null if there are too many to distinguish, which uses this place as a
     * whole.
     */
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

    /** Returns what is read of this place; null if it is the input itself and is not reached. */
    @Nullable
    ReadFields fields() {
        if (!asked && !whole && fields.isEmpty()) {
            return null;
        }
        return whole ? ReadFields.WHOLE : below();
    }

    private ReadFields below() {
        Map<String, ReadFields> named = new TreeMap<>();
        fields.forEach((name, place) -> named.put(name, place.whole ? ReadFields.WHOLE : place.below()));
        return new ReadFields(named);
    }
}
