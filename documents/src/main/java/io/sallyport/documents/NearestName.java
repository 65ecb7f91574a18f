package io.sallyport.documents;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that a misspelt one means. */
public final class NearestName {
    /** The maximum length of names that are compared, in characters; a longer one is near to nothing. */
    private static final int MAX_NAME = 64;

    private NearestName() {}

    /** Returns the name with the fewest differences, at most one for each three characters, or null. */
    public static @Nullable String of(String name, Collection<String> names) {
        String nearest = null;
        int fewest = Math.max(1, name.length() / 3) + 1;
        for (String other : names) {
            if (name.length() <= MAX_NAME && other.length() <= MAX_NAME) {
                int differences = differences(name.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
                if (differences < fewest) {
                    nearest = other;
                    fewest = differences;
                }
            }
        }
        return nearest;
    }

    /** Returns help that names the nearest of the names, or null if none is near. */
    public static @Nullable String help(String name, Collection<String> names) {
        String nearest = of(name, names);
        return nearest == null ? null : "write " + nearest;
    }

    /** Returns how many characters are to be inserted, deleted, replaced or swapped (optimal string alignment). */
    private static int differences(String from, String to) {
        int[][] fewest = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                fewest[i][j] = i == 0 || j == 0 ? i + j : next(fewest, from, to, i, j);
            }
        }
        return fewest[from.length()][to.length()];
    }

    private static int next(int[][] fewest, String from, String to, int i, int j) {
        int replaced = fewest[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(Math.min(fewest[i - 1][j], fewest[i][j - 1]) + 1, replaced);
        boolean areSwapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return areSwapped ? Math.min(best, fewest[i - 2][j - 2] + 1) : best;
    }
}
