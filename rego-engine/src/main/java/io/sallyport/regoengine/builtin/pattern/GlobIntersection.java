package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.pattern.SimpleGlob.Count;
import io.sallyport.regoengine.builtin.pattern.SimpleGlob.Element;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides whether a non-empty text can match two globs, like glob-intersection 0.2.0: where that library is greedy, so
 * is this. Results for pairs of positions are cached, so the time is bounded by the product of the lengths (the
 * library's own grows exponentially). Confined to one call.
 */
final class GlobIntersection {
    /** A pattern from a position on. */
    private record Rest(boolean left, SimpleGlob glob, int from, int to) {
        boolean isEmpty() {
            return from >= to;
        }

        Element first() {
            return glob.at(from);
        }

        Rest tail() {
            return new Rest(left, glob, from + 1, to);
        }
    }

    /** Two positions; the globs are the two of the call, in order if {@code straight}, else swapped. */
    private record Places(boolean straight, int a, int b) {}

    private final Fuel fuel;
    private final Map<Places, Boolean> settled = new HashMap<>();

    private GlobIntersection(Fuel fuel) {
        this.fuel = fuel;
    }

    static boolean exists(Fuel fuel, SimpleGlob a, SimpleGlob b) {
        int start = 0;
        while (start < a.size() && start < b.size() && arePlain(a.at(start), b.at(start))) {
            if (!a.at(start).meets(b.at(start))) {
                return false;
            }
            start++;
        }
        start = Math.max(0, start - 1); // keep one, so that neither becomes empty
        int endA = a.size() - 1;
        int endB = b.size() - 1;
        while (endA >= start && endB >= start && arePlain(a.at(endA), b.at(endB))) {
            if (!a.at(endA).meets(b.at(endB))) {
                return false;
            }
            endA--;
            endB--;
        }
        int kept = endA < a.size() - 1 ? 2 : 1;
        return new GlobIntersection(fuel)
                .bothMatch(new Rest(true, a, start, endA + kept), new Rest(false, b, start, endB + kept));
    }

    private static boolean arePlain(Element a, Element b) {
        return !a.isRepeated() && !b.isRepeated();
    }

    private boolean bothMatch(Rest a, Rest b) {
        Places places = new Places(a.left(), a.from(), b.from());
        Boolean known = settled.get(places);
        if (known == null) {
            fuel.makeValues(1);
            known = settle(a, b);
            settled.put(places, known);
        }
        return known;
    }

    private boolean settle(Rest a, Rest b) {
        Rest x = a;
        Rest y = b;
        while (!x.isEmpty() && !y.isEmpty()) {
            if (!arePlain(x.first(), y.first())) {
                return x.first().isRepeated() ? repeatedMatch(x, y) : repeatedMatch(y, x);
            }
            if (!meet(x.first(), y.first())) {
                return false;
            }
            x = x.tail();
            y = y.tail();
        }
        return x.isEmpty() && y.isEmpty();
    }

    private boolean repeatedMatch(Rest repeated, Rest other) {
        if (repeated.first().count() == Count.ANY) {
            return starMatches(repeated, other);
        }
        if (!meet(repeated.first(), other.first())) {
            return false;
        }
        return starMatches(repeated, other.tail()) || (other.first().isRepeated() && bothMatch(repeated.tail(), other));
    }

    /** Lets the first element of {@code starred} consume elements of {@code other} until the rest of both matches. */
    private boolean starMatches(Rest starred, Rest other) {
        Rest after = starred.tail();
        for (Rest rest = other; !rest.isEmpty(); rest = rest.tail()) {
            if (!after.isEmpty() && meet(rest.first(), after.first()) && bothMatch(after, rest)) {
                return true;
            }
            if (!meet(rest.first(), starred.first())) {
                return false;
            }
        }
        return after.isEmpty();
    }

    private boolean meet(Element a, Element b) {
        fuel.steps(1 + Math.min(a.points().size(), b.points().size()) / Long.SIZE);
        return a.meets(b);
    }
}
