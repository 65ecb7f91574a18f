package io.sallyport.regoengine.builtin.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.pattern.automaton.Automaton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled RE2 expression, with the match iteration of Go's {@code regexp}. Safe for concurrent use.
 *
 * <p>RE2/J's time is linear in the text times the size of the expression; a match charges that product. A constant of
 * the program has an automaton as well, whose time does not depend on that size: it says whether there is a match.
 */
final class Regex implements TextMatcher {
    /** The number of instructions that cost one step per character. */
    private static final int INSTRUCTIONS_PER_STEP = 8;

    /** The cost of compiling in steps, in addition to the expression's size. */
    private static final int COMPILE_STEPS = 200;

    /** The number of characters that the automaton reads per step. */
    private static final int CHARS_PER_STEP = 4;

    private final Pattern pattern;
    private final @Nullable Automaton automaton;
    private final int price;

    private Regex(Pattern pattern, @Nullable Automaton automaton) {
        this.pattern = pattern;
        this.automaton = automaton;
        this.price = 1 + pattern.programSize() / INSTRUCTIONS_PER_STEP;
    }

    /** Returns the expression {@code source} from the cache. */
    static Regex of(BuiltinContext context, String source) {
        return context.matchers()
                .matcher(
                        Regex.class,
                        source,
                        cost(source),
                        context.fuel(),
                        context.matchers().mayHaveAutomaton(source) ? Regex::withAutomaton : Regex::compile);
    }

    /** Returns the expression {@code source}, charged for and not cached. */
    static Regex compile(Fuel fuel, String source) {
        fuel.steps(cost(source));
        return compile(source);
    }

    private static long cost(String source) {
        return COMPILE_STEPS + 4L * RegexSize.of(source);
    }

    private static Regex withAutomaton(String source) {
        return new Regex(pattern(source), Automaton.of(source));
    }

    /** Compiles {@code source}, whose size must have been checked. */
    static Regex compile(String source) {
        return new Regex(pattern(source), null);
    }

    private static Pattern pattern(String source) {
        RegexSize.of(source);
        MixedCaseRepeats.refuse(source);
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException e) {
            throw new BuiltinError("error parsing regexp: %s: `%s`".formatted(e.getDescription(), e.getPattern()));
        }
    }

    @Override
    public boolean isFoundIn(String text, Fuel fuel) {
        return switch (search(text, fuel)) {
            case FOUND -> true;
            case NOT_FOUND -> false;
            case UNKNOWN -> matcher(text, fuel).find();
        };
    }

    private Automaton.Answer search(String text, Fuel fuel) {
        if (automaton == null) {
            return Automaton.Answer.UNKNOWN;
        }
        fuel.steps(1 + text.length() / CHARS_PER_STEP);
        return automaton.search(text);
    }

    /** Returns at most {@code count} matches, or all if it is negative; none is empty directly after another one. */
    List<RegexMatch> findAll(String text, long count, Fuel fuel) {
        if (automaton != null && automaton.isRun()) {
            return runs(automaton, text, count, fuel);
        }
        List<RegexMatch> matches = new ArrayList<>();
        if (search(text, fuel) == Automaton.Answer.NOT_FOUND) {
            return matches;
        }
        Matcher matcher = matcher(text, fuel);
        int lastEnd = -1;
        int from = 0;
        while (from <= text.length() && (count < 0 || matches.size() < count) && matcher.find(from)) {
            boolean empty = matcher.end() == from;
            if (!empty || matcher.start() != lastEnd) {
                fuel.makeValues(matcher.groupCount() + 1);
                matches.add(new RegexMatch(matcher));
            }
            lastEnd = matcher.end();
            from = empty ? from + widthAt(text, from) : matcher.end();
        }
        return matches;
    }

    private static List<RegexMatch> runs(Automaton automaton, String text, long count, Fuel fuel) {
        fuel.steps(1 + text.length() / CHARS_PER_STEP);
        List<RegexMatch> matches = new ArrayList<>();
        Automaton.Span run = automaton.run(text, 0);
        while (run != null && (count < 0 || matches.size() < count)) {
            fuel.makeValues(1);
            matches.add(new RegexMatch(run.start(), run.end()));
            run = automaton.run(text, run.end());
        }
        return matches;
    }

    private static int widthAt(String text, int index) {
        return index < text.length() ? Character.charCount(text.codePointAt(index)) : 1;
    }

    /** Returns the number of the group named {@code name}, or -1. */
    int group(String name) {
        return pattern.namedGroups().getOrDefault(name, -1);
    }

    private Matcher matcher(String text, Fuel fuel) {
        fuel.read(text.length());
        return pattern.matcher(new MeteredText(text, price, fuel));
    }
}
