package io.sallyport.regoengine.value;

/** Gives the arrays of a base document an index, before the document is shared. */
public final class ElementIndexes {
    /** Arrays with fewer elements are scanned. */
    private static final int FEWEST = 32;

    private ElementIndexes() {}

    /**
     * Indexes each array of 32 elements or more in {@code document}, which must be sealed, as far as objects and arrays
     * nest. The caller is the only user of it until this returns.
     *
     * @return {@code document}
     */
    public static <V extends RegoValue> V in(V document) {
        return in(document, FEWEST);
    }

    /** As {@link #in(RegoValue)}, for arrays of {@code fewest} elements or more. */
    public static <V extends RegoValue> V in(V document, int fewest) {
        switch (document) {
            case RegoArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    in(array.get(i), fewest);
                }
                if (array.size() >= fewest) {
                    array.indexElements();
                }
            }
            case RegoObject object -> {
                for (int i = 0; i < object.size(); i++) {
                    in(object.valueAt(i), fewest);
                }
            }
            default -> {}
        }
        return document;
    }
}
