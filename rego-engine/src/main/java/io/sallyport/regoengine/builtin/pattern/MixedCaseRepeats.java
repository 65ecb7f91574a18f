package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses what RE2/J 1.8 may compile to another expression. Where alternatives begin with a letter that is repeated a
 * fixed number of times, it takes {@code A{2}} for {@code (?i:a{2})}: {@code A{2}|(?i:a{2}b)} misses {@code aab}. A
 * rule that fails denies; one that misses does not. Some expressions are refused that RE2/J compiles well, since only
 * it knows which alternatives it compares.
 */
final class MixedCaseRepeats {
    /** A flag for letters of either case that does not hold for all of it, or a class of both cases. */
    private static final Pattern MIXED = Pattern.compile(
            "\\(\\?[a-zA-Z]*(-[a-zA-Z]*)?i[a-zA-Z-]*:|(?<!^)\\(\\?[a-zA-Z]*(-[a-zA-Z]*)?i|\\[\\p{L}{2}]");

    private static final Pattern FIXED = Pattern.compile("\\{(\\d{1,4})(?:,\\1)?}");

    /** The end of what is not one letter: a class by name, a sign, a long class. */
    private static final Pattern NO_LETTER =
            Pattern.compile("(\\\\[dDwWsS.]|\\\\?[^\\p{L}\\\\)\\]}E]|\\[(?:[^\\\\\\]]{4,}|\\[:[^\\\\]*)])$");

    /** The end of a letter that is written as a number. */
    private static final Pattern NUMBERED = Pattern.compile("\\\\(x[0-9A-Fa-f]{2}|[0-7]{1,3})$");

    private MixedCaseRepeats() {}

    /** Throws {@link BuiltinError} if {@code source} may be compiled to another expression. */
    static void refuse(String source) {
        if (source.indexOf('{') < 0
                || source.indexOf('|') < 0
                || !MIXED.matcher(source).find()) {
            return;
        }
        Set<String> counts = new HashSet<>();
        Matcher fixed = FIXED.matcher(source);
        while (fixed.find()) {
            if (mayEndWithLetter(source.substring(0, fixed.start())) && !counts.add(fixed.group(1))) {
                throw new BuiltinError("letters of one case and of either are repeated " + fixed.group()
                        + " in one expression: write them one by one in place of the count");
            }
        }
    }

    private static boolean mayEndWithLetter(String before) {
        return NUMBERED.matcher(before).find() || !NO_LETTER.matcher(before).find();
    }
}
