package io.sallyport.regoengine.builtin.pattern.automaton;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.sallyport.regoengine.builtin.pattern.automaton.Automaton.Answer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The automaton of an expression says of every text what RE2/J says. */
class AutomatonTest {
    private static final List<String> ATOMS = List.of(
            "a",
            "b",
            "k",
            "S",
            "_",
            " ",
            "\\n",
            "é",
            "\\.",
            ".",
            "[a-c]",
            "[^a]",
            "[^\\n]",
            "[]b-]",
            "\\d",
            "\\W",
            "\\s",
            "[\\w-]",
            "[^\\s]",
            "\\x41",
            "\\x{1F600}",
            "[\\x{80}-\\x{2FF}]",
            "^",
            "$",
            "\\b",
            "\\B",
            "\\A",
            "\\z");
    private static final List<String> REPEATS =
            List.of("", "", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,}", "{0,2}", "{2,3}?");
    private static final List<String> GROUPS = List.of("(", "(?:", "(?i:", "(?s:", "(?m:", "(?-i:", "(?P<n>", "(?im)");
    private static final String LETTERS = "aabbckKsS\u212A\u017F_ \n.-é1A\uD83D\uDE00\uD83D";

    private final Random random = new Random(7);

    @Test
    void saysWhatRe2Says() {
        int known = 0;
        for (int i = 0; i < 5_000; i++) {
            String source = expression(3);
            Pattern re2 = compiled(source);
            Automaton automaton = re2 == null ? null : Automaton.of(source);
            for (int j = 0; re2 != null && automaton != null && j < 6; j++) {
                String text = text();
                assertThat(automaton.search(text))
                        .as("%s in %s", source, text.codePoints().boxed().toList())
                        .isEqualTo(re2.matcher(text).find() ? Answer.FOUND : Answer.NOT_FOUND);
                known++;
            }
        }
        assertThat(known).as("expressions that automata know").isGreaterThan(5_000);
    }

    private static @Nullable Pattern compiled(String source) {
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException _) {
            return null;
        }
    }

    private String expression(int depth) {
        var made = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String atom = depth > 0 && random.nextInt(4) == 0 ? group(depth) : any(ATOMS);
            made.append(atom).append(any(REPEATS));
            if (random.nextInt(5) == 0) {
                made.append('|');
            }
        }
        return made.toString();
    }

    private String group(int depth) {
        String begin = any(GROUPS);
        return begin.endsWith(")") ? begin : begin + expression(depth - 1) + ")";
    }

    private String any(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String text() {
        var made = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            made.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return made.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[[:alpha:]]", "\\pL", "\\Qa\\E", "(?U)a+", "a{x", "(?i)é", "(?i)[^\\W]", "\\07"})
    void leavesToRe2WhatItDoesNotKnow(String source) {
        assertThat(Automaton.of(source)).isNull();
    }

    @Test
    void leavesToRe2WhatWouldBeTooLarge() {
        assertThat(Automaton.of("(?:[a-z]{100}){100}")).as("instructions").isNull();
        Automaton wide = Objects.requireNonNull(Automaton.of("a[ab]{12}c"));
        var text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append(random.nextBoolean() ? 'a' : 'b');
        }
        assertThat(wide.search(text.toString())).as("states").isEqualTo(Answer.UNKNOWN);
        assertThat(wide.search("no")).as("the next text").isEqualTo(Answer.NOT_FOUND);
    }

    @Test
    void findsRunsOfOneSet() {
        Automaton runs = Objects.requireNonNull(Automaton.of("[0-9a-f]{3,}"));
        assertThat(runs.isRun()).isTrue();
        assertThat(runs.run("ab 12 0123x456", 0)).isEqualTo(new Automaton.Span(6, 10));
        assertThat(runs.run("ab 12 0123x456", 10)).isEqualTo(new Automaton.Span(11, 14));
        assertThat(runs.run("ab 12 0123x456", 12)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a-z]*", "[a-z]{1,3}", "[a-z]+?", "([a-z]+)", "[a-z]+b", "a|[a-z]+"})
    void takesNothingElseForARun(String source) {
        assertThat(Objects.requireNonNull(Automaton.of(source)).isRun()).isFalse();
    }
}
