package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A pattern of {@code regex.globs_match}: characters, {@code .}, {@code [...]}, each of which {@code +} or {@code *} may
 * follow. What it means is what glob-intersection 0.2.0 (the Go library that OPA 1.22 uses) makes of it.
 */
record SimpleGlob(List<Element> elements) {
    /** Elements of a pattern; the search goes as deep as two have. */
    private static final int MAX_ELEMENTS = 500;

    /** How often an element may come. */
    enum Count {
        ONCE,
        AT_LEAST_ONCE,
        ANY
    }

    /**
     * @param points the code points that it stands for
     * @param any whether it stands for all, and {@code points} is empty
     */
    record Element(BitSet points, boolean any, Count count) {
        /** Whether one character can be meant by both, however often they come. */
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

    /** Repeated elements that are the same become one. */
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
