package io.sallyport.regoengine.builtin.pattern.automaton;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LanguageTest {
    private static final List<String> ATOMS = List.of("a", "b", "/", "[^/]*", ".*", "[ab]", "(?:a|/b)", "[^a]", "\\.");
    private static final List<String> COUNTS = List.of("", "", "", "*", "+", "?");
    private static final String LETTERS = "ab/.c";

    private final StateBudget budget = new StateBudget(10_000_000);
    private final Random random = new Random(20261127);

    @Test
    void aLanguageHasExactlyTheTextsThatItsExpressionMatches() {
        for (int i = 0; i < 300; i++) {
            String re2 = expression();
            Language language = of(re2);
            for (int k = 0; k < 50; k++) {
                String word = word();
                assertThat(language.contains(word)).as(re2 + " " + word).isEqualTo(Pattern.matches(re2, word));
            }
        }
    }

    @Test
    void theAlgebraOfLanguagesIsThatOfTheirTexts() {
        for (int i = 0; i < 300; i++) {
            Language one = of(expression());
            Language other = of(expression());
            Language and = one.and(other, budget);
            Language or = one.or(other, budget);
            Language without = one.without(other, budget);
            for (int k = 0; k < 50; k++) {
                String word = word();
                assertThat(and.contains(word)).isEqualTo(one.contains(word) && other.contains(word));
                assertThat(or.contains(word)).isEqualTo(one.contains(word) || other.contains(word));
                assertThat(without.contains(word)).isEqualTo(one.contains(word) && !other.contains(word));
            }
            assertThat(and.or(without, budget)).isEqualTo(one);
            assertThat(without.and(other, budget)).isEqualTo(Language.NOTHING);
        }
    }

    @Test
    void theShortestTextIsOneAndNoneIsShorter() {
        for (int i = 0; i < 300; i++) {
            Language language = of(expression()).without(of(expression()), budget);
            String shortest = language.shortest();
            if (shortest == null) {
                assertThat(language.isEmpty()).isTrue();
                continue;
            }
            assertThat(language.contains(shortest)).isTrue();
            for (int k = 0; k < 50; k++) {
                String word = word();
                assertThat(language.contains(word)).isIn(false, word.length() >= shortest.length());
            }
        }
    }

    @Test
    void oneTextIsTheSameHoweverItIsWritten() {
        assertThat(Language.of("/a.b")).isEqualTo(of("^/a\\.b$")).isEqualTo(of("^(?:/a\\.b|/a\\.b)$"));
        assertThat(of("^/a[.]b$").only()).isEqualTo("/a.b");
        assertThat(Language.of("")).isEqualTo(of("^$"));
        assertThat(of("^a?$").only()).isNull();
        assertThat(of("^/(?i:a)$").contains("/A")).isTrue();
        assertThat(of("^[a-z]{2}$").shortest()).isEqualTo("aa");
    }

    @Test
    void whatIsNotAnchoredOrAsksForMoreThanTextIsNotRead() {
        for (String re2 : List.of("a", "^a", "a$", "^a|b$", "^a\\b$", "^(?m:^a$)$", "^\\Qa\\E$", "^a^b$")) {
            assertThat(Language.ofExpression(re2, budget)).as(re2).isNull();
        }
    }

    @Test
    void anExpressionWhoseStatesDoubleWithEachCharacterEndsTheBudgetAndNotTheMachine() {
        assertThat(Language.ofExpression("^.*a.{60}$", budget)).isNull();
        StateBudget small = new StateBudget(10);
        Language one = of("^(?:ab)*.{10}$");
        one.and(of("^.*b.{4}$"), small);
        assertThat(small.isSpent()).isTrue();
    }

    private Language of(String re2) {
        return Objects.requireNonNull(Language.ofExpression(re2, budget), re2);
    }

    private String expression() {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            parts.add(ATOMS.get(random.nextInt(ATOMS.size())) + COUNTS.get(random.nextInt(COUNTS.size())));
        }
        String text =
                String.join("", parts).replace("**", "*").replace("*+", "*").replace("*?", "*");
        return random.nextInt(4) == 0 ? "^(?:" + text + "|b" + text + ")$" : "^" + text + "$";
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return word.toString();
    }
}
