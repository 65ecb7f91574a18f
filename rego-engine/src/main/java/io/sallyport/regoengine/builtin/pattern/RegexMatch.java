package io.sallyport.regoengine.builtin.pattern;

import com.google.re2j.Matcher;

/** A match: the start and end of each group, or -1 if it did not participate; group 0 is the whole match. Immutable. */
final class RegexMatch {
    private final int[] starts;
    private final int[] ends;

    /** Creates a copy of the current match of {@code matcher}. */
    RegexMatch(Matcher matcher) {
        int groups = matcher.groupCount() + 1;
        starts = new int[groups];
        ends = new int[groups];
        for (int i = 0; i < groups; i++) {
            starts[i] = matcher.start(i);
            ends[i] = matcher.end(i);
        }
    }

    /** Creates a match without groups. */
    RegexMatch(int start, int end) {
        starts = new int[] {start};
        ends = new int[] {end};
    }

    int start() {
        return starts[0];
    }

    int end() {
        return ends[0];
    }

    int groups() {
        return starts.length;
    }

    /** Returns what a group matched in {@code text}; empty if it did not participate. */
    String group(String text, int group) {
        return starts[group] < 0 ? "" : text.substring(starts[group], ends[group]);
    }
}
