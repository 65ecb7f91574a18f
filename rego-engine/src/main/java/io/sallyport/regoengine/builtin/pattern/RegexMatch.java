package io.sallyport.regoengine.builtin.pattern;

import com.google.re2j.Matcher;

/** A match: where each group begins and ends, -1 where it took no part; group 0 is the whole. Immutable. */
final class RegexMatch {
    private final int[] starts;
    private final int[] ends;

    /** What {@code matcher} just found. */
    RegexMatch(Matcher matcher) {
        int groups = matcher.groupCount() + 1;
        starts = new int[groups];
        ends = new int[groups];
        for (int i = 0; i < groups; i++) {
            starts[i] = matcher.start(i);
            ends[i] = matcher.end(i);
        }
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

    /** What a group matched in {@code text}; empty where it took no part. */
    String group(String text, int group) {
        return starts[group] < 0 ? "" : text.substring(starts[group], ends[group]);
    }
}
