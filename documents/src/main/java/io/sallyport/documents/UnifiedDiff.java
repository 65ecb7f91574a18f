package io.sallyport.documents;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computes the difference of texts as a unified diff, which {@code patch} and {@code git apply} accept. Time and
 * memory grow with the square of the differences, so texts that differ in many lines are shown as replaced whole.
 */
public final class UnifiedDiff {
    /** Limit of the lines of both texts together, without those that both begin and end with, that are compared. */
    static final int MAX_LINES = 2_000;

    private static final int CONTEXT_LINES = 3;

    private UnifiedDiff() {}

    /** Returns lines with their line ends; empty if the texts are equal. */
    public static String of(String file, String before, String after) {
        List<String> old = lines(before);
        List<String> lines =
                UnifiedDiffUtils.generateUnifiedDiff(file, file, old, patch(old, lines(after)), CONTEXT_LINES);
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** Returns the differences of all files, in the order of their names; a missing file is an empty one. */
    public static String ofFiles(Map<String, String> before, Map<String, String> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        var all = new StringBuilder();
        names.forEach(name -> all.append(of(name, before.getOrDefault(name, ""), after.getOrDefault(name, ""))));
        return all.toString();
    }

    /** Compares what is left between the lines that both texts begin and end with. */
    private static Patch<String> patch(List<String> old, List<String> next) {
        int shorter = Math.min(old.size(), next.size());
        int start = 0;
        while (start < shorter && old.get(start).equals(next.get(start))) {
            start++;
        }
        int end = 0;
        while (end < shorter - start && old.get(old.size() - 1 - end).equals(next.get(next.size() - 1 - end))) {
            end++;
        }
        var patch = new Patch<String>();
        for (AbstractDelta<String> delta :
                deltas(old.subList(start, old.size() - end), next.subList(start, next.size() - end))) {
            patch.addDelta(new ChangeDelta<>(shifted(delta.getSource(), start), shifted(delta.getTarget(), start)));
        }
        return patch;
    }

    private static List<AbstractDelta<String>> deltas(List<String> old, List<String> next) {
        return old.size() + next.size() <= MAX_LINES
                ? DiffUtils.diff(old, next).getDeltas()
                : List.of(new ChangeDelta<>(new Chunk<>(0, old), new Chunk<>(0, next)));
    }

    private static Chunk<String> shifted(Chunk<String> chunk, int start) {
        return new Chunk<>(start + chunk.getPosition(), chunk.getLines());
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        if (!lines.isEmpty() && !text.endsWith("\n")) {
            lines.add(lines.removeLast() + "\n\\ No newline at end of file");
        }
        return lines;
    }
}
