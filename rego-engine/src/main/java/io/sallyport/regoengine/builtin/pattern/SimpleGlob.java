package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A pattern of {@code regex.globs_match}: characters, {@code .} and {@code [...]}, each optionally followed by {@code
 * +} or {@code *}. Its semantics are those of glob-intersection 0.2.0, the Go library that OPA 1.22 uses.
 */
record SimpleGlob(List<Element> elements) {
    /** The maximum number of elements; the search recurses as deep as two patterns have elements. */
    private static final int MAX_ELEMENTS = 500;

    /** How often an element occurs. */
    enum Count {
        ONCE,
        AT_LEAST_ONCE,
        ANY
    }

    /**
     * @param points the code points that it matches
     * @param any whether it matches all code points; {@code points} is then empty
     */
    record Element(BitSet points, boolean any, Count count) {
        /** Returns whether both can match the same character, regardless of their counts. */
        boolean meets(Element other) {
            return any || other.any || points.intersects(other.points);
        }

        boolean isRepeated() {
            return count != Count.ONCE;
        }

        private boolean hasPointsOf(Element other) {
            return any == other.any && points.equals(other.points);
        }

        private Element counted(Count times) {
            return new Element(points, any, times);
        }
    }

    static SimpleGlob parse(Fuel fuel, String text) {
        fuel.makeText(8L * text.length());
        SimpleGlobReader reader = new SimpleGlobReader(fuel, text.codePoints().toArray());
        List<Element> elements = new ArrayList<>();
        while (reader.hasNext()) {
            add(elements, reader.next());
            if (elements.size() > MAX_ELEMENTS) {
                throw new BuiltinError("a glob of more than " + MAX_ELEMENTS + " elements");
            }
        }
        return new SimpleGlob(List.copyOf(elements));
    }

    /** Merges equal repeated elements into one. */
    private static void add(List<Element> elements, Element next) {
        Element last = elements.isEmpty() ? null : elements.getLast();
        if (last == null || !last.isRepeated() || !next.isRepeated() || !last.hasPointsOf(next)) {
            elements.add(next);
            return;
        }
        boolean once = last.count == Count.AT_LEAST_ONCE || next.count == Count.AT_LEAST_ONCE;
        elements.set(elements.size() - 1, last.counted(once ? Count.AT_LEAST_ONCE : Count.ANY));
    }

    int size() {
        return elements.size();
    }

    Element at(int index) {
        return elements.get(index);
    }
}
