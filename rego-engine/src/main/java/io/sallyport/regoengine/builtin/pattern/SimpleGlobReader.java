package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.pattern.SimpleGlob.Count;
import io.sallyport.regoengine.builtin.pattern.SimpleGlob.Element;
import java.util.BitSet;

/** Parses the elements of a {@link SimpleGlob}. Confined to one call. */
final class SimpleGlobReader {
    private final Fuel fuel;
    private final int[] points;
    private int at;
    private boolean escaped;

    SimpleGlobReader(Fuel fuel, int[] points) {
        this.fuel = fuel;
        this.points = points;
    }

    boolean hasNext() {
        return at < points.length;
    }

    Element next() {
        int point = point();
        if (escaped) {
            return counted(only(point), false);
        }
        return switch (point) {
            case '.' -> counted(new BitSet(), true);
            case '[' -> counted(set(), false);
            case ']' -> throw invalid("set-close ']' with no preceding '['");
            case '+', '*' -> throw invalid("flag '" + Character.toString(point) + "' must be preceded by a non-flag");
            default -> counted(only(point), false);
        };
    }

    private Element counted(BitSet set, boolean any) {
        return new Element(set, any, count());
    }

    private Count count() {
        if (!hasNext() || (points[at] != '+' && points[at] != '*')) {
            return Count.ONCE;
        }
        return points[at++] == '+' ? Count.AT_LEAST_ONCE : Count.ANY;
    }

    private BitSet only(int point) {
        BitSet set = new BitSet();
        add(set, point, point);
        return set;
    }

    /** Also charges for the bits up to {@code last}. */
    private void add(BitSet set, int first, int last) {
        fuel.step();
        fuel.take(last / Byte.SIZE);
        set.set(first, last + 1);
    }

    private BitSet set() {
        BitSet set = new BitSet();
        int previous = -1;
        while (hasNext()) {
            int point = point();
            if (!escaped && point == ']') {
                return set;
            }
            if (!escaped && point == '-') {
                add(set, previous, rangeEnd(previous));
                previous = -1;
            } else {
                add(set, point, point);
                previous = point;
            }
        }
        throw invalid("found [ without matching ]");
    }

    private int rangeEnd(int from) {
        if (from < 0) {
            throw invalid("range character '-' must be preceded by a Unicode character");
        }
        if (at >= points.length - 1) {
            throw invalid("range character '-' must be followed by a Unicode character");
        }
        int to = point();
        if (!escaped && (to == ']' || to == '-')) {
            throw invalid("range character '-' cannot be followed by a special symbol");
        }
        if (to < from) {
            throw invalid("range is out of order");
        }
        return to;
    }

    private int point() {
        escaped = points[at] == '\\';
        if (escaped && at == points.length - 1) {
            throw invalid("input ends with a \\ (escape) character");
        }
        at += escaped ? 1 : 0;
        return points[at++];
    }

    private BuiltinError invalid(String why) {
        return new BuiltinError("input:%s, pos:%d, %s: the input provided is invalid"
                .formatted(new String(points, 0, points.length), at, why));
    }
}
