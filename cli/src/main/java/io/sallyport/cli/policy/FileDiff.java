package io.sallyport.cli.policy;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.ArrayList;
import java.util.List;

/** Computes the difference of two texts as a unified diff, which {@code patch} and {@code git apply} accept. */
final class FileDiff {
    private static final int CONTEXT_LINES = 3;

    private FileDiff() {}

    /** Returns lines with their line ends; empty if the texts are equal. */
    static String of(String file, String before, String after) {
        List<String> old = lines(before);
        List<String> lines =
                UnifiedDiffUtils.generateUnifiedDiff(file, file, old, DiffUtils.diff(old, lines(after)), CONTEXT_LINES);
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        if (!lines.isEmpty() && !text.endsWith("\n")) {
            lines.add(lines.removeLast() + "\n\\ No newline at end of file");
        }
        return lines;
    }
}
