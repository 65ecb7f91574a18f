package io.sallyport.leasebridge.network.glob;

import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;

/** The alternatives of a glob, written as <code>{a,b}</code> (specs: network policy, section 5). */
public final class GlobAlternatives {
    /** Limit of the globs that one glob stands for. */
    public static final int MAX = 64;

    private GlobAlternatives() {}

    /** Returns the globs without alternatives that a glob stands for, itself if it has none. */
    public static Parsed<List<String>> of(String glob) {
        List<StringBuilder> all = new ArrayList<>(List.of(new StringBuilder()));
        int from = 0;
        while (from < glob.length()) {
            int open = find(glob, from, "{");
            String before = glob.substring(from, open);
            all.forEach(one -> one.append(before));
            if (open == glob.length()) {
                break;
            }
            int close = find(glob, open + 1, "{}");
            if (close == glob.length() || glob.charAt(close) == '{') {
                return new Parsed.Rejected<>("alternatives that have no end, or stand in others", open);
            }
            all = with(all, choices(glob, open + 1, close));
            if (all.size() > MAX) {
                return new Parsed.Rejected<>("more than " + MAX + " alternatives", open);
            }
            from = close + 1;
        }
        return new Parsed.Accepted<>(all.stream().map(StringBuilder::toString).toList());
    }

    private static List<StringBuilder> with(List<StringBuilder> all, List<String> choices) {
        List<StringBuilder> longer = new ArrayList<>();
        for (StringBuilder one : all) {
            for (int i = 0; i < choices.size() && longer.size() <= MAX; i++) {
                longer.add(new StringBuilder(one).append(choices.get(i)));
            }
        }
        return longer;
    }

    private static List<String> choices(String glob, int from, int to) {
        List<String> choices = new ArrayList<>();
        int begin = from;
        for (int comma = find(glob, from, ","); comma < to; comma = find(glob, begin, ",")) {
            choices.add(glob.substring(begin, comma));
            begin = comma + 1;
        }
        choices.add(glob.substring(begin, to));
        return choices;
    }

    /** Returns where one of {@code characters} stands next, outside of classes and without backslash, or the end. */
    private static int find(String glob, int from, String characters) {
        boolean inClass = false;
        for (int i = from; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '\\') {
                i++;
            } else if (!inClass && characters.indexOf(c) >= 0) {
                return i;
            } else if (c == '[') {
                inClass = true;
            } else if (c == ']') {
                inClass = false;
            }
        }
        return glob.length();
    }
}
