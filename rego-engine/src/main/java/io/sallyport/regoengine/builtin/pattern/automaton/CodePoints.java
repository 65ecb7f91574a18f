package io.sallyport.regoengine.builtin.pattern.automaton;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A set of code points: ranges in ascending order that neither overlap nor touch. Immutable. */
record CodePoints(List<Range> ranges) {
    static final CodePoints NONE = new CodePoints(List.of());
    static final CodePoints ALL = of(0, Character.MAX_CODE_POINT);
    static final CodePoints NEWLINE = of('\n', '\n');
    static final CodePoints DIGITS = of('0', '9');
    static final CodePoints WORD = DIGITS.with(of('A', 'Z')).with(of('a', 'z')).with(of('_', '_'));
    static final CodePoints SPACE = of('\t', '\n').with(of('\f', '\r')).with(of(' ', ' '));

    private static final int TO_LOWER = 'a' - 'A';

    CodePoints {
        ranges = List.copyOf(ranges);
    }

    /** Both ends belong to it. */
    record Range(int first, int last) {}

    static CodePoints of(int first, int last) {
        return new CodePoints(List.of(new Range(first, last)));
    }

    boolean isAscii() {
        return ranges.isEmpty() || ranges.getLast().last() < 0x80;
    }

    boolean contains(int point) {
        int low = 0;
        int high = ranges.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Range range = ranges.get(middle);
            if (point < range.first()) {
                high = middle - 1;
            } else if (point > range.last()) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    CodePoints with(CodePoints other) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.addAll(other.ranges);
        sorted.sort(Comparator.comparingInt(Range::first));
        List<Range> joined = new ArrayList<>();
        for (Range range : sorted) {
            if (!joined.isEmpty() && range.first() <= joined.getLast().last() + 1) {
                Range before = joined.removeLast();
                joined.add(new Range(before.first(), Math.max(before.last(), range.last())));
            } else {
                joined.add(range);
            }
        }
        return new CodePoints(joined);
    }

    CodePoints negated() {
        List<Range> others = new ArrayList<>();
        int from = 0;
        for (Range range : ranges) {
            if (from < range.first()) {
                others.add(new Range(from, range.first() - 1));
            }
            from = range.last() + 1;
        }
        if (from <= Character.MAX_CODE_POINT) {
            others.add(new Range(from, Character.MAX_CODE_POINT));
        }
        return new CodePoints(others);
    }

    /** Returns the set in which each letter stands for both cases (Unicode's simple folding), of an ASCII set. */
    CodePoints folded() {
        CodePoints all = this;
        for (int upper = 'A'; upper <= 'Z'; upper++) {
            int lower = upper + TO_LOWER;
            if (contains(upper) || contains(lower)) {
                all = all.with(of(upper, upper)).with(of(lower, lower));
            }
        }
        if (all.contains('k')) {
            all = all.with(of('\u212A', '\u212A')); // the sign of kelvin
        }
        return all.contains('s') ? all.with(of('\u017F', '\u017F')) : all; // the long s
    }
}
