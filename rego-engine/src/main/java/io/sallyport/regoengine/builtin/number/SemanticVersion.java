package io.sallyport.regoengine.builtin.number;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version (Semantic Versioning 2.0.0); as in OPA, a leading {@code v} is permitted. Build metadata does not affect
 * the order. Immutable.
 *
 * @param preRelease identifiers; empty for a release
 */
record SemanticVersion(long major, long minor, long patch, List<String> preRelease)
        implements Comparable<SemanticVersion> {

    /** Parses a version; returns null if the text is not one. */
    static @Nullable SemanticVersion parse(String text) {
        String version = text.startsWith("v") ? text.substring(1) : text;
        int plus = version.indexOf('+');
        if (plus >= 0 && !areIdentifiers(version.substring(plus + 1))) {
            return null;
        }
        version = plus < 0 ? version : version.substring(0, plus);
        int dash = version.indexOf('-');
        String preRelease = dash < 0 ? "" : version.substring(dash + 1);
        if (dash >= 0 && (!areIdentifiers(preRelease) || hasLeadingZero(preRelease))) {
            return null;
        }
        return parse(dash < 0 ? version : version.substring(0, dash), preRelease);
    }

    private static @Nullable SemanticVersion parse(String core, String preRelease) {
        String[] numbers = core.split("\\.", -1);
        if (numbers.length != 3) {
            return null;
        }
        long[] parsed = new long[3];
        for (int i = 0; i < 3; i++) {
            parsed[i] = number(numbers[i]);
            if (parsed[i] < 0) {
                return null;
            }
        }
        List<String> identifiers = preRelease.isEmpty() ? List.of() : List.of(preRelease.split("\\.", -1));
        return new SemanticVersion(parsed[0], parsed[1], parsed[2], identifiers);
    }

    private static long number(String digits) {
        if (!isNumeric(digits) || (digits.length() > 1 && digits.charAt(0) == '0')) {
            return -1;
        }
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static boolean areIdentifiers(String text) {
        for (String identifier : text.split("\\.", -1)) {
            if (identifier.isEmpty() || !identifier.chars().allMatch(SemanticVersion::isIdentifierUnit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIdentifierUnit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
    }

    private static boolean hasLeadingZero(String preRelease) {
        for (String identifier : preRelease.split("\\.", -1)) {
            if (identifier.length() > 1 && identifier.charAt(0) == '0' && isNumeric(identifier)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNumeric(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public int compareTo(SemanticVersion other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        return order != 0 ? order : comparePreRelease(other);
    }

    /** A release sorts after its pre-releases; more identifiers sort after fewer. */
    private int comparePreRelease(SemanticVersion other) {
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        int common = Math.min(preRelease.size(), other.preRelease.size());
        for (int i = 0; i < common; i++) {
            int order = compareIdentifiers(preRelease.get(i), other.preRelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    /** Numbers sort by value, and before words. */
    private static int compareIdentifiers(String a, String b) {
        boolean numeric = isNumeric(a);
        if (numeric != isNumeric(b)) {
            return numeric ? -1 : 1;
        }
        return numeric ? Long.compare(clamped(a), clamped(b)) : a.compareTo(b);
    }

    /** Like Go's {@code strconv.Atoi}, returns the largest number for everything that exceeds it. */
    private static long clamped(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
